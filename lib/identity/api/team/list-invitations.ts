import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields } from '../../../core/api/request-fields.ts';
import { lazyObject, listResponse, timestamp } from '../../../core/api/response-fields.ts';
import { INVITATION_STATUSES } from '../../rules/invitation.ts';
import { mailStatus, permissionNames, roleName } from './responses.ts';

export const InvitationsQuery = z.strictObject({ ...pageFields, status: z.optional(z.enum(INVITATION_STATUSES)) });

// biome-ignore format: one field per line.
export const InvitationResponse = /* @__PURE__ */ lazyObject(() => ({
  invitation_id: z.string().check(z.meta({ description: 'The id of the invitation.', examples: ['inv_01K00000000000000000000000'] })),
  status: z.enum(INVITATION_STATUSES),
  expires_at: timestamp(),
  email: z.string(),
  role: roleName(),
  permissions: permissionNames(),
  mail: mailStatus(),
  invited_by: z
    .string()
    .check(
      z.describe(
        'The id of the user who last sent the invitation. They may no longer be a member; then the invitation is not open.',
      ), z.meta({ examples: ['usr_01K00000000000000000000000'] }),
    ),
  created_at: timestamp(),
  sent_at: timestamp().check(z.meta({ description: 'Time the invitation was last sent.', examples: ['2026-11-20T09:30:00.000Z'] })),
  accepted_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the invitation was accepted. Null until it is accepted.', examples: ['2026-11-20T09:30:00.000Z'] })),
  user_id: z.nullable(z.string()).check(z.describe('The id of the member who accepted the invitation.')),
}));

export const InvitationListResponse = /* @__PURE__ */ listResponse('invitations', InvitationResponse, 'invitations');

export const operation = defineOperation({
  id: 'team.list-invitations',
  route: 'GET /v1/team/invitations',
  summary: 'List invitations',
  description: 'Return invitations, newest first, with their status and the status of the invitation email.',
  permissions: ['team:read'],
  query: InvitationsQuery,
  access: { get: ['Invitation'], list: ['Invitation'], indexes: ['by_status'] },
});

export const response = InvitationListResponse;
