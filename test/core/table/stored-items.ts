import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { EntityName } from '../../../lib/app/table/entity-table.ts';
import { table, tableName } from '../../../lib/core/table/client.ts';
import { fromItem, type Item } from '../../../lib/core/table/schema.ts';
import { openEmbeddedTable } from './embedded-table.ts';

// One item of an entity as schema 1 writes it. The next schema gets its own file beside it.
export const ITEMS = readFileSync(join(import.meta.dirname, 'schema-1.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Item);
export const NOW_MS = Date.UTC(2026, 10, 21, 12);
export const AT = '2026-11-20T09:30:00.000Z';
export const MINUTE = String(NOW_MS / 60_000);
export const PAGE = { limit: 20, skip: 0, after: null };

export const of = (entity: EntityName) => ITEMS.filter((item) => item.entity === entity);
export const one = <T extends object = Item>(entity: EntityName) => fromItem<T>(of(entity)[0]!);
export const workspaceId = String(of('Workspace')[0]!.id);
export const contentId = String(of('Content')[0]!.id);

/** What the reader of the product finds of a stored item, and what is expected. */
type ReadOf = (stored: Item) => Promise<[found: unknown, expected: unknown]>;
type Read = () => ReturnType<ReadOf>;

/**
 * By entity, in `test/<feature>/stored-reads.ts`: the read of its stored item. An entity without one in
 * `schema-1.jsonl` has it here, as the version writes it that adds the entity. It never changes.
 */
export type StoredReads = Record<string, Read | { readonly stored: Item; readonly read: ReadOf }>;

/** Open a table that has these items. Returns the function that closes it. */
export async function openStoredItems(): Promise<() => Promise<void>> {
  const { stop } = await openEmbeddedTable();
  for (let start = 0; start < ITEMS.length; start += 25) {
    const requests = ITEMS.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
  return stop;
}
