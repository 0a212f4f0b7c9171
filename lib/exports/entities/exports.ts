import { defineEntity } from '../../core/table/define-entity.ts';
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
