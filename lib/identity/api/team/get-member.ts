import { defineOperation } from '../../../core/api/define-operation.ts';
import { MemberResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'team.get-member',
  route: 'GET /v1/team/members/{id}',
  summary: 'Retrieve a member',
  description: 'Return the member with their role and permissions.',
  permissions: ['team:read'],
  example: { params: { id: 'usr_01K00000000000000000000000' } },
});

export const response = MemberResponse;
