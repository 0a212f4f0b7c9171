import { defineEntity } from '../../core/table/define-entity.ts';
import type { Import } from '../rules/import.ts';

/**
 * An import: its mapping, its progress and its counts. The bucket holds its file, rows and results. Expires after 30
 * days ([imports](imports.md)).
 */
export const importEntity = /* @__PURE__ */ defineEntity<Import>({
  name: 'Import',
  pk: 'WS#{workspace_id}#IMPORT',
  sk: '{id}',
  due_pk: 'DUE#IMPORT#{shard}',
  due_sk: '{due_at}',
  resource: 'import',
});

/** A row of an import that has become an item, written with the item. Expires with the import. */
export const importRowEntity = /* @__PURE__ */ defineEntity({
  name: 'ImportRow',
  pk: 'WS#{workspace_id}#IMPORTROW#{import_id}',
  sk: '{position}',
});

/**
 * The item that a row has become, by the hash of its key or of what it asks for: another import makes no second one.
 * Expires after 400 days.
 */
export const importKeyEntity = /* @__PURE__ */ defineEntity({
  name: 'ImportKey',
  pk: 'WS#{workspace_id}#IMPORTKEY',
  sk: '{hash}',
});
