<?php

declare(strict_types=1);

namespace ContentIntelligence;

/**
 * A list: `foreach` reads its items, page by page; `page` reads one page.
 *
 * @template Page of array
 * @template Item
 *
 * @implements \IteratorAggregate<int, Item>
 */
final class Pages implements \IteratorAggregate
{
    /**
     * @param \Closure(array<string, mixed>): Page $load
     * @param array<string, mixed>                 $query
     */
    public function __construct(
        private readonly \Closure $load,
        private readonly array $query,
        private readonly string $items,
    ) {
    }

    /**
     * Read the first page, or that of the `cursor` of the query.
     *
     * @return Page
     */
    public function page(): array
    {
        return ($this->load)($this->query);
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        $query = $this->query;
        do {
            $page = ($this->load)($query);
            foreach ($page[$this->items] as $item) {
                yield $item;
            }
            $query['cursor'] = $page['pagination']['next_cursor'] ?? null;
        } while ($query['cursor'] !== null);
    }
}
