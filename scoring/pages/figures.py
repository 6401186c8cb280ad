"""How points are printed."""

OR = "/\N{ZERO WIDTH SPACE}"  # a narrow column may break here


def either_in_words(low: float | None, high: float | None) -> str:
    """Return both possible scores as text, such as "5/10", if it is not decided yet which one
    counts. If `high` is None or equal to `low`, return only `low`.
    """
    return (
        format_points(low)
        if high in (low, None)
        else f"{format_points(low)}{OR}{format_points(high)}"
    )


def format_points(points: float | None) -> str:
    """Return a number as it is printed: with a real minus sign, and a half as ½; empty for None."""
    if points is None:
        return ""
    whole, half = divmod(abs(points), 1)
    text = f"{int(whole) or ''}½" if half else str(int(whole))
    return f"−{text}" if points < 0 else text
