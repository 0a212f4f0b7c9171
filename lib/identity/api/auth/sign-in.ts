import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { EmailAddress } from '../../../core/api/request-fields.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';

export const SignIn = z.strictObject({
  email: EmailAddress.check(z.describe('The email address of the member. Not case-sensitive.')),
});

// biome-ignore format: one field per line.
export const SignInRequested = /* @__PURE__ */ lazyObject(() => ({
  message: z.string().check(z.meta({ description: 'A confirmation. The same for every email address.', examples: ['If a member has this email address, a sign-in link is sent to it. Within a minute of an earlier link, none is: use the earlier one.'] })),
}));

export const operation = defineOperation({
  id: 'auth.sign-in',
  route: 'POST /v1/auth/sign-in',
  summary: 'Request a sign-in link',
  description:
    'Send an email with a sign-in link for each workspace of the member. The response is the same for every email address. A link expires after 15 minutes and can be used once. Limits: 60 requests per minute and network, and five emails per hour, network and email address; further requests succeed without an email, as does one within a minute of an earlier link that is unused.',
  permissions: 'none',
  audience: 'browser',
  logsSourceAddress: true,
  ownRateLimit: true,
  body: SignIn,
  status: 202,
  errors: ['email_not_configured'],
  access: { put: ['SignInRequest'] },
  example: { body: { email: 'owner@example.com' } },
});

export const response = SignInRequested;
