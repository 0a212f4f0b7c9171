# Verifies the vectors of webhooks.test.ts, and prints the type of each event, None, or the name of another error.
import json
import os
from typing import Any

from content_intelligence import WebhookError, verify_webhook


def verify(vector: Any) -> "str | None":
    headers: "dict[str, Any]" = {}
    for name, values in vector["headers"].items():
        # Servers of Python pass bytes that are no UTF-8 as surrogates.
        texts = [bytes.fromhex(value).decode(errors="surrogateescape") for value in values]
        headers[name] = texts[0] if len(texts) == 1 else texts
    try:
        return verify_webhook(bytes.fromhex(vector["body"]), headers, vector["secret"])["type"]
    except WebhookError:
        return None
    except Exception as error:
        return type(error).__name__


if __name__ == "__main__":
    with open(os.environ["VECTORS"], encoding="utf-8") as file:
        print(json.dumps([verify(vector) for vector in json.load(file)]))
