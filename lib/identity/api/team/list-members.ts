import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { MemberResponse } from './responses.ts';

export const MembersResponse = /* @__PURE__ */ listResponse('members', MemberResponse, 'members');

export const operation = defineOperation({
  id: 'team.list-members',
  route: 'GET /v1/team/members',
  summary: 'List members',
  description: 'Return the members of the workspace with their roles and permissions.',
  permissions: ['team:read'],
  query: PageQuery,
  access: { list: ['Member'] },
});

export const response = MembersResponse;
