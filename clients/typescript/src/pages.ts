import type { RequestOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** A list: `for await` reads its items, page by page; `page()` reads one page. */
export class Pages<Page extends object, Item> implements AsyncIterable<Item> {
  readonly #load: (cursor: string | undefined) => Promise<Page>;
  readonly #items: keyof Page;

  constructor(
    transport: Pick<Transport, 'send'>,
    path: string,
    query: object,
    items: keyof Page & string,
    options?: RequestOptions,
  ) {
    this.#items = items;
    this.#load = (cursor) => {
      return transport.send({ method: 'GET', path, query: cursor ? { ...query, cursor } : query }, options);
    };
  }

  /** Read the first page, or that of the `cursor` of the query. */
  page(): Promise<Page> {
    return this.#load(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let cursor: string | null | undefined;
    do {
      const page = await this.#load(cursor ?? undefined);
      yield* page[this.#items] as Item[];
      cursor = (page as { pagination?: { next_cursor: string | null } }).pagination?.next_cursor;
    } while (cursor);
  }
}
