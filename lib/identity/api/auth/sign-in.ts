import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { EmailAddress } from '../../../core/api/request-fields.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';

export const SignIn = z.strictObject({
  email: EmailAddress.check(z.describe('The email address of the member, in any case.')),
});

// biome-ignore format: one field per line.
export const SignInRequested = lazyObject(() => ({
  message: z.string().check(z.meta({ description: 'A confirmation, the same for every address.', examples: ['If a member has this email address, a sign-in link is sent to it.'] })),
}));

export const operation = defineOperation({
  id: 'auth.sign-in',
  route: 'POST /v1/auth/sign-in',
  summary: 'Request a sign-in link',
  description:
    'Email a link to the dashboard for each workspace of which the address is a member. The response is the same for every address. A link works once, within 15 minutes. At most five links an hour are requested for one address, and 60 sign-in requests a minute from one network.',
  permissions: 'none',
  logsSourceAddress: true,
  ownRateLimit: true,
  body: SignIn,
  status: 202,
  errors: ['email_not_configured'],
  access: { put: ['SignInRequest'] },
  example: { body: { email: 'owner@example.com' } },
});

export const response = SignInRequested;
