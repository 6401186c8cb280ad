from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LRU(Generic[Key, Value]):
    """The least recently used values go first. Thread-safe; two threads may both make a value."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[Key]) -> dict[Key, Value]:
        wanted = list(keys)
        with self._lock:
            known = {key: self._values[key] for key in wanted if key in self._values}
            for key in known:
                self._values.move_to_end(key)
        return known

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        known = self.get_many([key])
        if key not in known:
            known[key] = make()
            self.put_many(known)
        return known[key]

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
