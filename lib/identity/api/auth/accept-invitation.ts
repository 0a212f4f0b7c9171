import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { PersonName } from '../../../core/api/request-fields.ts';
import { linkToken } from './requests.ts';
import { SessionResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const InvitationSignIn = z.strictObject({
  token: linkToken('invitation'),
  name: PersonName.check(z.describe('Your name.')),
});

export const operation = defineOperation({
  id: 'auth.accept-invitation',
  route: 'POST /v1/auth/invitations',
  summary: 'Accept an invitation and sign in',
  description:
    'Create the new member and start a session of theirs, as `POST /v1/auth/sessions` does. The token can be used once. Ask the person before you accept: `POST /v1/auth/invitations/link` returns what the invitation leads to. Programs use `POST /v1/team/invitations/accept`, which returns an API key.',
  permissions: 'none',
  audience: 'browser',
  logsSourceAddress: true,
  ownRateLimit: true,
  setsSession: true,
  body: InvitationSignIn,
  status: 201,
  errors: ['invitation_not_open', 'cross_site_request'],
  access: {
    get: ['InvitationToken', 'Invitation', 'Member', 'WorkspaceSettings'],
    list: ['Invitation'],
    put: ['Invitation', 'Member', 'EmailReservation', 'Session'],
  },
  example: { body: { token: 'sample-dashboard-invitation-token', name: 'New Colleague' } },
});

export const response = SessionResponse;
