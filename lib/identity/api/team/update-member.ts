import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { PersonName, updateSchema } from '../../../core/api/request-fields.ts';
import { permissions, role } from './requests.ts';
import { MemberResponse } from './responses.ts';

export const MemberUpdate = updateSchema({
  name: PersonName.check(z.meta({ description: 'The name of the member.', examples: ['Ada'] })),
  role,
  permissions,
});

export const operation = defineOperation({
  id: 'team.update-member',
  route: 'PUT /v1/team/members/{id}',
  summary: 'Update a member',
  description:
    'Update the name, role or permissions of a member. Omitted fields do not change. To change the role or permissions, a session requires a sign-in within the last ten minutes. You cannot grant permissions you do not have. Only an owner can grant or change the owner role, and the last owner keeps it. While the workspace requires approval, only owners and members who can approve can give a role that can approve. Permissions removed from a member are also removed from their API keys and tokens.',
  permissions: ['team:write'],
  body: MemberUpdate,
  errors: ['recent_sign_in_required', 'owner_required', 'approval_not_permitted', 'last_owner'],
  access: { get: ['Counter', 'WorkspaceSettings'], list: ['Member'], put: ['Member'], add: ['Counter'] },
  example: { params: { id: 'usr_01K00000000000000000000001' }, body: { role: 'admin' } },
});

export const response = MemberResponse;
