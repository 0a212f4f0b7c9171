# Runs every vector of transport.test.ts, and prints the outcome of each.
import json
import os
from typing import Any

from content_intelligence import APIError, CisError, Client, ConnectionError, ResponseInfo, RetryInfo


def client_of(vector: Any, hooks: "list[str]") -> Client:
    if vector.get("defaults"):
        os.environ.update(CIS_BASE_URL=vector["base_url"], CIS_CLIENT_ID="key", CIS_CLIENT_SECRET="secret")
        return Client()

    def on_response(response: ResponseInfo) -> None:
        left = response.headers.get("x-ratelimit-remaining")
        hooks.append(f"{response.method} {response.status}{f' {left} left' if left else ''}")

    def on_retry(retry: RetryInfo) -> None:
        hooks.append(f"wait {retry.wait} s after {retry.attempts}")

    token = vector.get("access_token")
    key = (None, None) if token else ("key", "secret")
    options: Any = {"timeout": vector["timeout"], "on_response": on_response, "on_retry": on_retry}
    return Client(vector["base_url"], *key, access_token=token, max_retries=1, **options)


def call(vector: Any, hooks: "list[str]") -> object:
    client = client_of(vector, hooks)
    if vector["call"] == "get":
        return client.content.get("cnt_1")
    if vector["call"] == "update":
        return client.content.update("cnt_1", title="Title", if_match=vector.get("if_match"))
    if vector["call"] == "upload":
        return client.media.upload(os.environ["FILE"])
    return client.content.create(title="Title", platforms=["x"], idempotency_key=vector.get("idempotency_key"))


def outcome_of(vector: Any) -> Any:
    hooks: "list[str]" = []

    def describe(outcome: str, message: str = "") -> Any:
        return {"outcome": outcome, "message": message, "hooks": ", ".join(hooks)}

    try:
        call(vector, hooks)
        return describe("ok")
    except APIError as error:
        pointer = error.errors[0]["pointer"] if error.errors else None
        return describe(error.code, f"{error} {pointer} {error.remedy}")
    except ConnectionError as error:
        return describe("connection", str(error))
    except CisError:
        return describe("invalid")
    except Exception as error:
        return describe(repr(error))


if __name__ == "__main__":
    with open(os.environ["VECTORS"], encoding="utf-8") as file:
        print(json.dumps([outcome_of(vector) for vector in json.load(file)]))
