from collections.abc import Callable
from typing import TypeVar

from django.db.models import CheckConstraint, Model, Q

M = TypeVar("M", bound=Model)


def check_choices(*fields: str) -> Callable[[type[M]], type[M]]:
    """Let the database refuse values other than the choices of these fields."""

    def add(model: type[M]) -> type[M]:
        meta = model._meta
        constraints = list(meta.constraints)
        for name in fields:
            values = [value for value, _label in meta.get_field(name).flatchoices]  # type: ignore[union-attr]
            condition = Q(**{f"{name}__in": values})
            constraints.append(
                CheckConstraint(name=f"{meta.model_name}_{name}", condition=condition)
            )
        # A migration contains them only if `original_attrs` does.
        meta.constraints = meta.original_attrs["constraints"] = constraints
        return model

    return add
