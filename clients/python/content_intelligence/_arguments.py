from __future__ import annotations

import re
import urllib.parse

from ._errors import CisError

_BASE_URL = re.compile(r"https?://[^\s/?#@\\]+(/[^\s?#\\]*)?")


def checked_base_url(text: str) -> str:
    """Return a base URL that ends with its version. Raises a `CisError` for a text that is none."""
    try:
        is_valid = _BASE_URL.fullmatch(text) is not None
        url = urllib.parse.urlsplit(text)
        # A port that is no number raises a ValueError.
        is_valid = is_valid and bool(url.hostname) and url.port != 0
    except ValueError:
        is_valid = False
    if not is_valid:
        raise CisError("The base URL must be like https://social.example.com/v1, without credentials and query.")
    base = text.rstrip("/")
    return base if base.endswith("/v1") else f"{base}/v1"


def workspace_headers(workspace: str, actor: str | None) -> dict[str, str]:
    """Return the headers that name a workspace, by its id or as `external:` and an external id, and who acts."""
    if workspace.startswith("external:"):
        workspace = "external:" + encode(workspace.removeprefix("external:"))
    headers = {"workspace": checked_header("workspace", workspace)}
    if actor is not None:
        headers["actor"] = checked_header("actor", actor)
    return headers


def encode(value: str) -> str:
    """Encode a segment of a path."""
    return urllib.parse.quote(value, safe="")


def checked_header(name: str, value: str) -> str:
    """Return the value of a header. Raises a `CisError` for one that could add another header."""
    if re.fullmatch(r"[\x20-\x7e]*", value) is None:
        raise CisError(f"The {name} may have printable ASCII characters only.")
    return value
