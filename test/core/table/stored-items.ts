import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { EntityName } from '../../../lib/app/table/entity-table.ts';
import { table, tableName } from '../../../lib/core/table/client.ts';
import { fromItem, type Item } from '../../../lib/core/table/schema.ts';
import { openEmbeddedTable } from './embedded-table.ts';

// One item of every entity as schema 1 writes it. The next schema gets its own file beside it.
export const ITEMS = readFileSync(join(import.meta.dirname, 'schema-1.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Item);
export const NOW_MS = Date.UTC(2026, 10, 21, 12);
export const PAGE = { limit: 20, skip: 0, after: null };

export const of = (entity: EntityName) => ITEMS.filter((item) => item.entity === entity);
export const one = <T extends object = Item>(entity: EntityName) => fromItem<T>(of(entity)[0]!);
export const workspaceId = String(of('Workspace')[0]!.id);

/** Open a table that has these items. Returns the function that closes it. */
export async function openStoredItems(): Promise<() => Promise<void>> {
  const { stop } = await openEmbeddedTable();
  for (let start = 0; start < ITEMS.length; start += 25) {
    const requests = ITEMS.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
  return stop;
}
