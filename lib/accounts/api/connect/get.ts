import { defineOperation } from '../../../core/api/define-operation.ts';
import { ConnectResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'connect.get',
  route: 'GET /v1/connect/{id_or_platform}',
  summary: 'Retrieve the connection of an account',
  description:
    'Return whether the person has completed the connection: the `account` when it is connected, the `accounts` to choose from while one has to be selected, or the `error`. Results are available for one day.',
  permissions: ['accounts:read', 'accounts:write'],
  access: { get: ['ConnectFlow', 'Account'] },
  example: { params: { id_or_platform: 'con_01K00000000000000000000000' } },
});

export const response = ConnectResponse;
