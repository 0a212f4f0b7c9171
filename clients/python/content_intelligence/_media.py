from __future__ import annotations

import http.client
import io
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, BinaryIO, Union

from ._errors import CisError, ConnectionError
from ._resource import AsyncResource, R, Resource
from ._transport import Transport
from .types import Media

File = Union[str, "os.PathLike[str]", bytes]
Progress = Callable[[int, int], object]

_MAX_UPLOADS = 5


class MediaExtras(Resource):
    """What the resource `media` does besides its operations."""

    def upload(self, file: File, *, on_progress: Progress | None = None, timeout: float | None = None) -> Media:
        """Add a file to the media library and wait until it is inspected.

        `file` is a path, or the bytes. `on_progress` is called with the number of bytes that were sent, of all bytes; it
        starts again when the upload is repeated. Raises a `CisError` with the reason if the file is rejected.
        """
        size = len(file) if isinstance(file, bytes) else os.path.getsize(file)
        send = self._transport.send
        media = send(Media, "POST", "/media", body={"size_bytes": size}, keyed=True, timeout=timeout)
        path = f"/media/{media['id']}"
        number = 0
        while media["status"] == "uploading":
            number += 1
            is_sent = _put(self._transport, file, size, media["upload"], on_progress, timeout)
            if not is_sent and number == _MAX_UPLOADS:
                raise ConnectionError("The file could not be uploaded.")
            if not is_sent:
                self._transport.wait(0.5 * number)
            # After an interrupted upload this is a new URL, or the state of a file that has arrived.
            media = send(Media, "GET", path, timeout=timeout)
            while is_sent and media["status"] == "uploading":
                self._transport.wait(0.5)
                media = send(Media, "GET", path, timeout=timeout)
        while media["status"] == "processing":
            self._transport.wait(0.5)
            media = send(Media, "GET", path, timeout=timeout)
        if media["status"] == "rejected":
            error = media["error"]
            raise CisError(error["message"] if error else "The file was rejected.")
        return media


class AsyncMediaExtras(AsyncResource[R]):
    """What the resource `media` does besides its operations."""

    async def upload(self, file: File, *, on_progress: Progress | None = None, timeout: float | None = None) -> Media:
        """Add a file to the media library and wait until it is inspected, as `Client` does.

        `on_progress` is called in another thread.
        """
        return await self._run(
            lambda it: MediaExtras(it._transport).upload(file, on_progress=on_progress, timeout=timeout)
        )


class _Counted:
    """A file whose bytes are counted as they are sent."""

    def __init__(self, file: BinaryIO, size: int, on_progress: Progress | None) -> None:
        self._file = file
        self._size = size
        self._on_progress = on_progress
        self._sent = 0

    def read(self, size: int = -1) -> bytes:
        chunk = self._file.read(size)
        self._sent += len(chunk)
        if chunk and self._on_progress:
            self._on_progress(self._sent, self._size)
        return chunk


def _put(
    transport: Transport, file: File, size: int, upload: Any, on_progress: Progress | None, timeout: float | None
) -> bool:
    """Upload a file once. Returns whether the store has it, and False for an error that may pass."""
    if upload is None:
        return False
    headers = {**upload["headers"], "content-length": str(size), "content-type": ""}
    with io.BytesIO(file) if isinstance(file, bytes) else open(file, "rb") as opened:
        data: Any = _Counted(opened, size, on_progress)
        request = urllib.request.Request(upload["url"], data, headers, method="PUT")
        try:
            with transport.open(request, timeout or 60) as response:
                response.read()
            return True
        except urllib.error.HTTPError as error:
            error.close()
            # With `if-none-match`, 412 means that an earlier attempt has arrived.
            return error.code == 412
        except (OSError, http.client.HTTPException):
            return False
