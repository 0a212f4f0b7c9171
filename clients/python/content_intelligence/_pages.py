from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar, cast

P = TypeVar("P")
T = TypeVar("T")


class Pages(Generic[P, T]):
    """A list: a loop reads its items, page by page; `page()` reads one page."""

    def __init__(self, load: Callable[[dict[str, Any]], P], query: dict[str, Any], items: str) -> None:
        self._load = load
        self._query = query
        self._items = items

    def page(self) -> P:
        """Read the first page, or that of the `cursor` of the query."""
        return self._load(self._query)

    def pages(self) -> Iterator[P]:
        """Read page after page."""
        query = self._query
        while True:
            page = self._load(query)
            yield page
            cursor = cast("dict[str, Any]", page)["pagination"].get("next_cursor")
            if cursor is None:
                return
            query = {**self._query, "cursor": cursor}

    def items_of(self, page: P) -> list[T]:
        """Return the items of a page."""
        return cast("list[T]", cast("dict[str, Any]", page)[self._items])

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from self.items_of(page)


class AsyncPages(Generic[P, T]):
    """A list: `async for` reads its items, page by page; `page()` reads one page."""

    def __init__(self, run: Callable[[Callable[[Any], Any]], Awaitable[Any]], make: Callable[[Any], Pages[P, T]]) -> None:
        self._run = run
        self._make = make

    async def page(self) -> P:
        """Read the first page, or that of the `cursor` of the query."""
        return cast(P, await self._run(lambda resource: self._make(resource).page()))

    async def __aiter__(self) -> AsyncIterator[T]:
        pages = await self._run(self._make)
        iterator = pages.pages()
        while (page := await self._run(lambda _: next(iterator, None))) is not None:
            for item in pages.items_of(page):
                yield item
