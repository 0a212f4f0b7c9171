import type { Write } from '../../core/table/commit.ts';
import { loadPage } from '../../core/table/page.ts';
import { loadAll } from '../../core/table/read.ts';
import { keyOf, partition, toItem } from '../../core/table/schema.ts';
import type { LocalTime } from '../../core/values/local-time.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { importKeyEntity, importRowEntity } from '../entities/imports.ts';
import { type Import, importEndMs } from '../rules/import.ts';

/** A row of an import that has become an item. It is written with the item, so that each row makes one at most. */
export interface ImportRow {
  workspace_id: string;
  import_id: string;
  row: number;
  hash: string;
  content_id: string;
  scheduled_at: string | null;
  scheduled_local: LocalTime | null;
}

/** The item that a row of any import of the workspace has made, by the key or the hash of the row. */
export interface ImportKey {
  workspace_id: string;
  hash: string;
  import_id: string;
  row: number;
  content_id: string;
}

/** How long a row is known to other imports, in days. */
const KEY_DAYS = 400;
const ROW_DIGITS = 5;

type Owner = Pick<Import, 'workspace_id' | 'id'>;

function rowKey({ workspace_id, id }: Owner, row: number) {
  return keyOf(importRowEntity, { workspace_id, import_id: id, position: positionOf(row) });
}

function positionOf(row: number): string {
  return String(row).padStart(ROW_DIGITS, '0');
}

/** Load those of these rows that have become items, by their numbers. */
export async function loadImportRows(owner: Owner, rows: readonly number[]): Promise<Map<number, ImportRow>> {
  const found = await loadAll<ImportRow>(rows.map((row) => rowKey(owner, row)));
  return new Map(found.flatMap((each) => (each ? [[each.row, each] as const] : [])));
}

/** List the rows that have become items after a row, in order. */
export async function listImportRows(owner: Owner, afterRow: number, limit: number): Promise<ImportRow[]> {
  const partitions = [partition(importRowEntity, 'pk', { workspace_id: owner.workspace_id, import_id: owner.id })];
  const request = { limit, skip: 0, after: afterRow === 0 ? null : positionOf(afterRow) };
  return (await loadPage<ImportRow>({ partitions, descending: false }, request)).records;
}

/** Load the items that rows with these hashes have made in any import of the workspace, by hash. */
export async function loadImportKeys(workspace_id: string, hashes: readonly string[]): Promise<Map<string, ImportKey>> {
  const found = await loadAll<ImportKey>(
    [...new Set(hashes)].map((hash) => keyOf(importKeyEntity, { workspace_id, hash })),
  );
  return new Map(found.flatMap((each) => (each ? [[each.hash, each] as const] : [])));
}

/**
 * Build the writes that make a row an item, for the transaction of the item. They fail for a row that has become
 * one. `replaced`: what an earlier import has made of the same row, whose item is deleted.
 */
export function newRowWrites(of: Import, made: ImportRow, replaced: ImportKey | null, nowMs: number): Write[] {
  const { workspace_id, hash, import_id, row, content_id } = made;
  const key: ImportKey = { workspace_id, hash, import_id, row, content_id };
  return [
    { put: toItem(importRowEntity, made, { position: positionOf(row) }, importEndMs(of)), condition: 'absent' },
    {
      put: toItem(importKeyEntity, key, {}, nowMs + KEY_DAYS * DAY_MS),
      condition: replaced ? { attribute: 'content_id', is: replaced.content_id } : 'absent',
    },
  ];
}

/**
 * Build the writes that forget a row, for the transaction that deletes its item: it can be imported again. `known`: what the
 * workspace knows by the hash of the row, which stays if it is the item of another import. They fail if it has changed.
 */
export function deleteRowWrites(made: ImportRow, known: ImportKey | null): Write[] {
  const { workspace_id, import_id, row, hash, content_id } = made;
  const key = keyOf(importKeyEntity, { workspace_id, hash });
  const isOwn = known?.content_id === content_id;
  return [
    { delete: rowKey({ workspace_id, id: import_id }, row), condition: 'present' },
    ...(isOwn ? [{ delete: key, condition: { attribute: 'content_id', is: content_id } }] : []),
  ];
}
