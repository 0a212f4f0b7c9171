import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { roleName } from '../team/responses.ts';
import { linkToken } from './requests.ts';
import { namedWorkspace } from './responses.ts';

// biome-ignore format: one field per line.
export const InvitationLinkRead = z.strictObject({
  token: linkToken('invitation'),
});

// biome-ignore format: one field per line.
export const InvitationLinkResponse = /* @__PURE__ */ lazyObject(() => ({
  workspace: namedWorkspace().check(z.describe('The workspace that the invitation is to.')),
  invited_by: z.object({
    name: z.string().check(z.meta({ description: 'The name of the member.', examples: ['Ada Example'] })),
    email: z.string().check(z.meta({ description: 'The email address of the member.', examples: ['ada@example.com'] })),
  }).check(z.describe('The member who has sent the invitation.')),
  email: z.string().check(z.meta({ description: 'The invited email address.', examples: ['grace@example.com'] })),
  role: roleName(),
  expires_at: timestamp(),
}));

export const operation = defineOperation({
  id: 'auth.read-invitation',
  route: 'POST /v1/auth/invitations/link',
  summary: 'Retrieve an invitation link',
  description:
    'Return the workspace, the role and the email address of an invitation, without accepting it. Show them to the person before you accept it: another person may have sent the link.',
  permissions: 'none',
  audience: 'browser',
  logsSourceAddress: true,
  ownRateLimit: true,
  body: InvitationLinkRead,
  errors: ['invitation_not_open', 'cross_site_request'],
  access: { get: ['InvitationToken', 'Invitation', 'Member', 'WorkspaceSettings', 'Workspace'] },
  example: { body: { token: 'sample-unused-invitation-token' } },
});

export const response = InvitationLinkResponse;
