"""Views whose module is imported when the first of them is asked for, so that a site answers before
it has imported what makes its workbooks and PDFs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

_asked: "list[View]" = []  # every view that some list of addresses names


class Views:
    """The views of one module."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> "View":
        if name.startswith("_"):
            raise AttributeError(name)
        view = View(self._module, name)
        _asked.append(view)
        return view


class View:
    """One view, with what Django's middleware asks of it."""

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
    """Import the modules of all views. A misspelt view is an AttributeError here."""
    from django.conf import settings

    import_module(settings.ROOT_URLCONF)  # which names them
    for view in _asked:
        view.load()
