import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Label } from '../rules/label.ts';

/** A label or a campaign, with its name; at most 1,000 of each. */
export const labelEntity = /* @__PURE__ */ defineEntity<Label>({
  name: 'Label',
  pk: 'WS#{workspace_id}#LABEL',
  sk: '{id}',
  resource: 'label',
});

// biome-ignore format: several fields per line keep the table readable.
export const labelAudit: AuditModes<Label> = {
  id: 'never', workspace_id: 'never', kind: 'on_request', name: 'on_request', created_by: 'never',
  created_at: 'never', version: 'never',
};

export const labelLifecycle: Lifecycle = { ending: 'data', isExported: true };

/** Reserves the name of a label or a campaign, regardless of case. */
export const labelNameEntity = /* @__PURE__ */ defineEntity({
  name: 'LabelName',
  pk: 'WS#{workspace_id}#LABELNAME',
  sk: '{kind}#{name_hash}',
});

export const labelNameLifecycle: Lifecycle = { ending: 'data' };
