from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from ._transport import Transport

R = TypeVar("R", bound="Resource")
T = TypeVar("T")


class Resource:
    """The operations on one kind of object."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport


class AsyncResource(Generic[R]):
    """The operations on one kind of object, each in a thread. A cancelled one ends after its present attempt."""

    def __init__(self, transport: Transport, resource: type[R]) -> None:
        self._transport = transport
        self._resource = resource

    async def _run(self, call: Callable[[R], T]) -> T:
        cancelled = threading.Event()
        resource = self._resource(self._transport.cancellable(cancelled))
        try:
            return await asyncio.to_thread(call, resource)
        except asyncio.CancelledError:
            cancelled.set()
            raise
