import { defineOperation } from '../../../core/api/define-operation.ts';
import { SelectionTokenQuery } from './requests.ts';
import { ConnectResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'connect.get',
  route: 'GET /v1/connect/{id_or_platform}',
  summary: 'Retrieve a connection',
  description:
    'Return the status of a connection. Contains the `account` if it is connected, the `accounts` to select from if the status is `selecting`, or the `error`. A headless connection shows `accounts` to the holder of its `selection_token`. Results are available for one day.',
  permissions: ['accounts:read', 'accounts:write'],
  portals: true,
  query: SelectionTokenQuery,
  access: { get: ['ConnectFlow', 'Account', 'MetricsSpending'] },
  example: { params: { id_or_platform: 'con_01K00000000000000000000000' } },
});

export const response = ConnectResponse;
