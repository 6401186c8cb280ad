"""Points, of which some have halves: as numbers, and as they are printed."""


def format_points(points: float | None) -> str:
    """Return a number as it is printed: with a real minus sign, and a half as ½; empty for None."""
    if points is None:
        return ""
    whole, half = divmod(abs(points), 1)
    text = f"{int(whole) or ''}½" if half else str(int(whole))
    return f"−{text}" if points < 0 else text


def simplify(number: float) -> float:
    """Return 3 for 3.0, so that it is written without a decimal."""
    return int(number) if number == int(number) else number


def is_with_half(figure: object) -> bool:
    """Whether this is a float that is whole or ends in a half, and neither infinite nor NaN."""
    return type(figure) is float and (figure * 2).is_integer()
