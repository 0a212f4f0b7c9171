import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { linkToken } from './requests.ts';
import { namedWorkspace } from './responses.ts';
import { SAMPLE_UNUSED_SIGN_IN_TOKEN } from './sample-session.ts';

// biome-ignore format: one field per line.
export const SignInLinkRead = z.strictObject({
  token: linkToken('sign-in'),
});

// biome-ignore format: one field per line.
export const SignInLinkResponse = /* @__PURE__ */ lazyObject(() => ({
  workspace: namedWorkspace().check(z.describe('The workspace that the link signs in to.')),
  user: z.object({
    id: z.string().check(z.meta({ description: 'The id of the member.', examples: ['usr_01K00000000000000000000000'] })),
    name: z.string().check(z.meta({ description: 'The name of the member.', examples: ['Ada Example'] })),
    email: z.string().check(z.meta({ description: 'The email address of the member.', examples: ['ada@example.com'] })),
  }).check(z.describe('The member whom the link signs in.')),
  expires_at: timestamp(),
}));

export const operation = defineOperation({
  id: 'auth.read-sign-in-link',
  route: 'POST /v1/auth/sign-in/link',
  summary: 'Retrieve a sign-in link',
  description:
    'Return the workspace and the member that a sign-in link signs in, without using the link. Show both to the person before you exchange the token: another person may have sent the link.',
  permissions: 'none',
  audience: 'browser',
  logsSourceAddress: true,
  ownRateLimit: true,
  body: SignInLinkRead,
  errors: ['sign_in_link_expired', 'cross_site_request'],
  access: { list: ['SignInLink'], get: ['Workspace', 'Member'] },
  example: { body: { token: SAMPLE_UNUSED_SIGN_IN_TOKEN } },
});

export const response = SignInLinkResponse;
