import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { labelName } from '../request-fields.ts';
import { LabelResponse } from './responses.ts';

export const LabelUpdate = z.strictObject({
  name: labelName.check(z.meta({ description: 'The new name.', examples: ['Product news'] })),
});

export const operation = defineOperation({
  id: 'labels.update',
  route: 'PUT /v1/labels/{id}',
  summary: 'Rename a label',
  description:
    'Rename a label or a campaign. All its items have the new name from then on; events that were sent keep the old one. A name that another label of the kind has is 409 `duplicate_name`.',
  permissions: ['content:write'],
  body: LabelUpdate,
  errors: ['duplicate_name'],
  access: { get: ['Label'], put: ['Label', 'LabelName'], remove: ['LabelName'] },
  example: { params: { id: 'lbl_01K00000000000000000000000' }, body: { name: 'Company news' } },
});

export const response = LabelResponse;
