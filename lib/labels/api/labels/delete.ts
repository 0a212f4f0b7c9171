import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'labels.delete',
  route: 'DELETE /v1/labels/{id}',
  summary: 'Delete a label',
  description: 'Delete a label or a campaign, and remove it from all items. The items themselves remain.',
  permissions: ['content:write'],
  access: { get: ['Label'], put: ['Tombstone'], add: ['Counter'], remove: ['Label', 'LabelName'] },
  example: { params: { id: 'lbl_01K00000000000000000000001' } },
});

export const response = DeletedResponse;
