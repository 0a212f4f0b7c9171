import { defineOperation } from '../define-operation.ts';
import { NoQuery } from '../request-fields.ts';
import { MemberResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'team.get-member',
  method: 'GET',
  path: '/v1/team/members/{id}',
  summary: 'Retrieve a member',
  description: 'Return the member with their role and permissions.',
  permissions: ['team:read'],
  query: NoQuery,
  body: 'none',
  response: MemberResponse,
  status: 200,
  access: {},
  example: { params: { id: 'usr_01K00000000000000000000000' } },
});
