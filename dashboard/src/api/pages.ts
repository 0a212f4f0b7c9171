/** One page of a list, as the API returns it under a name of its own. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Load the page at a cursor; the first one without a cursor. */
export type LoadPage<T> = (cursor: string | undefined) => Promise<Page<T>>;

/** Load every page of a list, one after the other, and return their items. Calls `onPage` with the size of each. */
export async function loadAllPages<T>(loadPage: LoadPage<T>, onPage?: (size: number) => void): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<T> = await loadPage(cursor);
    items.push(...page.items);
    onPage?.(page.items.length);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return items;
}
