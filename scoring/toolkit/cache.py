"""What threads of one process share: the values that were asked for last."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LRU(Generic[Key, Value]):
    """Holds at most `most` values, and lets go of the one that was used longest ago.

    Safe to use from several threads. The lock is never held while a value is made, so making one
    may ask for others; two threads that ask for the same new key at once may both make it.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[Key]) -> dict[Key, Value]:
        """Those of the keys that are known, with their values."""
        asked = list(keys)
        with self._lock:
            found = {key: self._values[key] for key in asked if key in self._values}
            for key in found:
                self._values.move_to_end(key)
        return found

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        found = self.get_many([key])
        if key not in found:
            found[key] = make()
            self.put_many(found)
        return found[key]

    def put_many(self, values: Mapping[Key, Value]) -> None:
        with self._lock:
            for key, value in values.items():
                self._values[key] = value
                self._values.move_to_end(key)
            while len(self._values) > self.most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def __len__(self) -> int:
        return len(self._values)
