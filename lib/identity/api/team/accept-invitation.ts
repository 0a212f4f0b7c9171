import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { PersonName } from '../../../core/api/request-fields.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { permissionNames, roleName } from './responses.ts';

// biome-ignore format: one field per line.
export const InvitationAccept = z.strictObject({
  token: z.string().check(z.maxLength(512), z.describe('The token of the invitation link.'), z.meta({ examples: ['vN3kq0xXb3nVQm9sT1yRfPq2w'] })),
  name: PersonName.check(z.describe('Your name.')),
});

// biome-ignore format: one field per line.
export const AcceptResponse = /* @__PURE__ */ lazyObject(() => ({
  user_id: z.string(),
  workspace_id: z.string(),
  name: z.string().check(z.meta({ description: 'The name of the new member.', examples: ['Ada'] })),
  email: z.string(),
  role: roleName(),
  permissions: permissionNames(),
  client_id: z.string().check(z.meta({ description: 'The public identifier of the API key.', examples: ['key_01K00000000000000000000000'] })),
  client_secret: z.string().check(z.describe('The client secret. Returned once.'), z.meta({ examples: ['the-secret-shown-once'] })),
}));

export const operation = defineOperation({
  id: 'team.accept-invitation',
  route: 'POST /v1/team/invitations/accept',
  summary: 'Accept an invitation',
  description:
    'Create the new member and return their first API key. The invitation token authenticates the request; it expires after seven days and can be used once. The client secret is returned only in this response.',
  permissions: 'none',
  audience: 'client',
  body: InvitationAccept,
  status: 201,
  errors: ['invitation_not_open', 'key_limit'],
  access: {
    get: ['InvitationToken', 'Invitation', 'Member', 'WorkspaceSettings'],
    list: ['Invitation'],
    put: ['Invitation', 'Member', 'EmailReservation', 'ApiKey'],
    add: ['Counter'],
  },
  example: { body: { token: 'sample-invitation-token', name: 'New Colleague' } },
});

export const response = AcceptResponse;
