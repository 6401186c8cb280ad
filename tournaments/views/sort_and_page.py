import django_tables2 as tables
from django.http import HttpRequest
from django_tables2.utils import OrderBy

A_PAGE = 50  # rows


def sort_table(table: tables.Table, request: HttpRequest) -> tables.Table:
    """If the request names no column, the table keeps its own order."""
    table.request = request
    sort = request.GET.get(table.prefixed_order_by_field, "")
    if (name := OrderBy(sort).bare) in table.columns and table.columns[name].orderable:
        table.order_by = sort
    return table


def turn_table(
    table: tables.Table, request: HttpRequest, rows_a_page: int | None = None
) -> tables.Table:
    sort_table(table, request).paginate(per_page=rows_a_page or A_PAGE)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
    return table
