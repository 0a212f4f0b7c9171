import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { lazy } from '../lazy.ts';
import { integer, lazyObject } from '../response-fields.ts';

/** The forms of a token request, for the OpenAPI document. Parsed by `lib/use-cases/token-request.ts`. */
export const TokenRequestForms = lazy(() =>
  z.union([
    z.object({ api_key: z.string(), secret: z.string(), scope: z.string().optional() }),
    z.object({
      client_id: z.string().optional().describe('Omit if you use HTTP Basic authentication.'),
      client_secret: z.string().optional(),
      grant_type: z.literal('client_credentials'),
      scope: z.string().optional(),
    }),
  ]),
);

export const TokenResponse = lazyObject(() => ({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: integer(),
  scope: z.string(),
}));

export const operation = defineOperation({
  id: 'auth.token',
  route: 'POST /v1/auth/token',
  aliasPath: '/auth/token',
  summary: 'Create an access token',
  description:
    'Exchange the client id and secret of an API key for a bearer token. Send the pair as JSON, as a form, or by HTTP Basic authentication. A token is valid for one hour and cannot be refreshed: request another one instead; earlier tokens stay valid. Reuse a token until it expires: one API key can request 100 tokens a minute. Errors follow RFC 6749, section 5.2, and are problems (RFC 9457) at the same time.',
  permissions: 'none',
  body: 'custom',
  openapiBody: TokenRequestForms,
  response: TokenResponse,
  errors: ['quota-exceeded'],
  access: {
    get: ['ApiKey', 'ApiKeyUsage', 'Member'],
    put: ['AccessToken', 'ApiKeyUsage'],
    add: ['FailedTokenRequest', 'RateWindow'],
  },
  example: {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: {
      grant_type: 'client_credentials',
      client_id: 'key_01K00000000000000000000000',
      client_secret: 'sample-client-secret',
    },
  },
});
