import type { Item } from './schema.ts';

/** Schema version of every item that this code writes. */
export const WRITE_SCHEMA_VERSION = 1;

/** Highest schema version readers accept. Raised one deploy before `WRITE_SCHEMA_VERSION` (docs/upgrade.md). */
export const MAX_READ_SCHEMA_VERSION = 1;

/** Error of an item whose schema version is newer than this code. The item is not read. */
export class UnsupportedSchemaError extends Error {
  constructor(item: Item) {
    super(`Item of schema ${item.schema}; this version reads up to ${MAX_READ_SCHEMA_VERSION}: ${item.pk} ${item.sk}.`);
    this.name = 'UnsupportedSchemaError';
  }
}

/** Return false for an item whose schema version is newer than this code. */
export function isSupportedSchema(item: Item): boolean {
  return !(Number(item.schema) > MAX_READ_SCHEMA_VERSION);
}
