import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
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

// The rows of a file are not logged here: each item that an import creates or removes has its own entry.
// biome-ignore format: several fields per line keep the table readable.
export const importAudit: AuditModes<Import> = {
  id: 'never', workspace_id: 'never', name: 'on_request', format: 'on_request', upload_bytes: 'never',
  status: 'on_request', is_dry_run: 'on_request', source: 'never', columns: 'never', mapping: 'on_request',
  has_own_mapping: 'never', defaults: 'on_request', corrections: 'never', position: 'never', parts: 'never',
  part_problems: 'never', progress: 'never', result: 'never', row_count: 'never', valid_count: 'never',
  invalid_count: 'never', created_count: 'never', failed_count: 'never', removed_count: 'never', kept_count: 'never',
  problem: 'never', run_by: 'never', phase_at: 'never', due_at: 'never', created_by: 'on_request',
  created_at: 'never', completed_at: 'never', version: 'never',
};

// Its files may have a text of any person. The stream worker deletes the files.
export const importLifecycle: Lifecycle = { ending: 'work', ids: 'import', isExported: true, person: 'deleted' };

/** A row of an import that has become an item, written with the item. Expires with the import. */
export const importRowEntity = /* @__PURE__ */ defineEntity({
  name: 'ImportRow',
  pk: 'WS#{workspace_id}#IMPORTROW#{import_id}',
  sk: '{position}',
});

export const importRowLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'partition', id: 'import', as: 'import_id' }],
  isExported: true,
};

/**
 * The item that a row has become, by the hash of its key or of what it asks for: another import makes no second one.
 * Expires after 400 days.
 */
export const importKeyEntity = /* @__PURE__ */ defineEntity({
  name: 'ImportKey',
  pk: 'WS#{workspace_id}#IMPORTKEY',
  sk: '{hash}',
});

export const importKeyLifecycle: Lifecycle = { ending: 'data' };
