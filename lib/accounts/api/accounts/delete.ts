import { defineOperation } from '../../../core/api/define-operation.ts';
import { AccountDeletedResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'accounts.delete',
  route: 'DELETE /v1/accounts/{id}',
  summary: 'Disconnect a platform account',
  description:
    'Delete the account and its credentials. No further posts are published with it, except those in progress. Pending schedule entries are cancelled within seconds after the response; `cancelled_entries` is their number. Entries scheduled at the same moment fail with `account_missing`. If the account was the default, the oldest remaining account of the platform becomes the default until the deleted one is connected again.',
  permissions: ['accounts:write'],
  portals: true,
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
