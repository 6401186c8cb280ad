"""Views whose module is imported on the first request, so that the site answers sooner."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

_named: "list[View]" = []  # every view that some list of addresses names


class Views:
    """Stands in for a module; each attribute is a `View`."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> "View":
        if name.startswith("_"):
            raise AttributeError(name)
        view = View(self._module, name)
        _named.append(view)
        return view


class View:
    """Imported on a request, or when the CSRF middleware asks whether it is exempt."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, request: "HttpRequest", **values: Any) -> "HttpResponseBase":
        response: HttpResponseBase = self.load()(request, **values)
        return response

    @property
    def csrf_exempt(self) -> bool:
        return getattr(self.load(), "csrf_exempt", False)

    def load(self) -> Any:
        return getattr(import_module(self._module), self._name)


def load_all() -> None:
    """Import all views that URL patterns name; raise AttributeError for a misspelt one."""
    from django.conf import settings

    import_module(settings.ROOT_URLCONF)  # which names them
    for view in _named:
        view.load()
