import { defineOperation } from '../../../core/api/define-operation.ts';
import { AccountDeletedResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'accounts.delete',
  route: 'DELETE /v1/accounts/{id}',
  summary: 'Disconnect a platform account',
  description:
    'Delete the account and its credentials permanently. From then on nothing is published with it, except a post whose publishing has started. `cancelled_entries` is the number of its pending schedule entries, which are cancelled within seconds after the response; one that is scheduled at the same moment fails with `account_missing`. When the account was the default, the oldest remaining account of the platform becomes the default.',
  permissions: ['accounts:write'],
  ifMatch: true,
  access: {
    get: ['Account', 'DefaultAccount'],
    list: ['Account'],
    indexes: ['by_category'],
    put: ['Tombstone', 'Account', 'AccountRemoval', 'DefaultAccount'],
    remove: ['Account', 'AccountReservation', 'DefaultAccount', 'InboundAccount'],
  },
  example: { params: { id: 'acc_01K00000000000000000000000' } },
});

export const response = AccountDeletedResponse;
