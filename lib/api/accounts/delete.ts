import { defineOperation } from '../define-operation.ts';
import { DeletedResponse } from '../response-fields.ts';

export const operation = defineOperation({
  id: 'accounts.delete',
  route: 'DELETE /v1/accounts/{id}',
  summary: 'Disconnect a platform account',
  description:
    'Delete the account and its credentials permanently. Pending schedule entries for its platform fail when they are due.',
  permissions: ['accounts:write'],
  access: { list: ['Account'], put: ['Tombstone'], remove: ['Account', 'InboundAccount'] },
  example: { params: { id: 'acc_01K00000000000000000000000' } },
});

export const response = DeletedResponse;
