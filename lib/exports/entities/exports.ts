import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Export } from '../rules/export.ts';

/**
 * An export: what it has, its progress and the parts of its file that are stored. The bucket holds the file. Expires
 * after 7 days ([exports](exports.md)).
 */
export const exportEntity = /* @__PURE__ */ defineEntity<Export>({
  name: 'Export',
  pk: 'WS#{workspace_id}#EXPORT',
  sk: '{id}',
  due_pk: 'DUE#EXPORT#{shard}',
  due_sk: '{due_at}',
  resource: 'export',
});

// It changes automatically, so only its creation is logged: who has taken which data.
// biome-ignore format: several fields per line keep the table readable.
export const exportAudit: AuditModes<Export> = {
  id: 'never', workspace_id: 'never', kind: 'on_request', format: 'on_request', from: 'on_request', to: 'on_request',
  status: 'never', cursor: 'never', upload: 'never', rest: 'never', row_count: 'never', size_bytes: 'never',
  due_at: 'never', created_by: 'on_request', created_at: 'never', completed_at: 'never', version: 'never',
};

// Its files may have a text of any person. The stream worker deletes the files.
export const exportLifecycle: Lifecycle = { ending: 'data', isExported: true, person: 'deleted' };
