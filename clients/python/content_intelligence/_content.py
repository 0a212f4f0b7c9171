from __future__ import annotations

import time

from ._arguments import encode
from ._resource import AsyncResource, R, Resource
from .types import Content

# Statuses in which the service or a platform still works on an item.
_OPEN = ("scheduled", "publishing", "unconfirmed")


class ContentExtras(Resource):
    """What the resource `content` does besides its operations."""

    def publish_and_wait(self, id: str, /, *, wait: float = 120, timeout: float | None = None) -> Content:
        """Publish an item now and wait for the outcome: read `status` and `targets` of the result.

        After `wait` seconds, the item is returned as it is: `publishing`, or `unconfirmed` while a platform has not
        confirmed a post.
        """
        ends_at = time.monotonic() + wait
        path = f"/content/{encode(id)}"
        item = self._transport.send(Content, "PUT", path, body={"status": "published"}, timeout=timeout)
        while item["status"] in _OPEN and time.monotonic() < ends_at:
            self._transport.wait(1)
            item = self._transport.send(Content, "GET", path, timeout=timeout)
        return item


class AsyncContentExtras(AsyncResource[R]):
    """What the resource `content` does besides its operations."""

    async def publish_and_wait(self, id: str, /, *, wait: float = 120, timeout: float | None = None) -> Content:
        """Publish an item now and wait for the outcome, as `Client` does."""
        return await self._run(
            lambda it: ContentExtras(it._transport).publish_and_wait(id, wait=wait, timeout=timeout)
        )
