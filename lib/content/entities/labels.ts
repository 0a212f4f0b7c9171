import { defineEntity } from '../../core/table/define-entity.ts';
import type { Label } from '../rules/labels.ts';

/** A label or a campaign, with its name; at most 1,000 of each. */
export const labelEntity = /* @__PURE__ */ defineEntity<Label>({
  name: 'Label',
  pk: 'WS#{workspace_id}#LABEL',
  sk: '{id}',
  resource: 'label',
});

/** Reserves the name of a label or a campaign, regardless of case. */
export const labelNameEntity = /* @__PURE__ */ defineEntity({
  name: 'LabelName',
  pk: 'WS#{workspace_id}#LABELNAME',
  sk: '{kind}#{name_hash}',
});
