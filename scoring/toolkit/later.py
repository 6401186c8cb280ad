"""Stand-ins for views, which import a module only when one of its views is first requested. So the
site can answer before it has imported the code that makes workbooks and PDFs.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponseBase

_named: "list[View]" = []  # every view that some list of addresses names


class Views:
    """Stands in for a module of views that is not imported yet. Each attribute is a `View` that
    stands in for the view of that name.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> "View":
        if name.startswith("_"):
            raise AttributeError(name)
        view = View(self._module, name)
        _named.append(view)
        return view


class View:
    """Stands in for one view, whose module is imported when it is first needed. That is on a
    request, or when Django's middleware asks whether the view is exempt from CSRF checks.
    """

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
    """Import the modules of all views that the URL patterns name. If the name of a view is misspelt
    there, this raises an AttributeError.
    """
    from django.conf import settings

    import_module(settings.ROOT_URLCONF)  # which names them
    for view in _named:
        view.load()
