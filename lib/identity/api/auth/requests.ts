import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** Declare the field of a request that has the token of a link. */
export function linkToken(kind: 'sign-in' | 'invitation') {
  const description = `The token in the fragment of the ${kind} link.`;
  return z.string().check(z.maxLength(512), z.meta({ description, examples: ['vN3kq0xXb3nVQm9sT1yRfPq2w'] }));
}

/** The token request of OAuth 2.0, for the OpenAPI document. Parsed by `lib/identity/steps/token-request.ts`. */
// biome-ignore format: one field per line.
export const TokenRequest = lazyObject(() => ({
  client_id: z.optional(z.string()).check(z.describe('The client id of the API key, or `cis` for the command line. Omit if you use HTTP Basic authentication.'), z.meta({ examples: ['key_01K00000000000000000000000'] })),
  client_secret: z.optional(z.string()).check(z.meta({ description: 'The secret of the API key. Omit if you use HTTP Basic authentication.', examples: ['the-secret-shown-once'] })),
  grant_type: z.enum(['client_credentials', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']).check(z.meta({ description: '`client_credentials` for an API key, or what a device sends.', examples: ['client_credentials'] })),
  device_code: z.optional(z.string()).check(z.meta({ description: 'The device code of `POST /v1/auth/device`. Only with its grant type.', examples: ['BCDFGHJK9vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  refresh_token: z.optional(z.string()).check(z.meta({ description: 'The refresh token of a device. Only with its grant type.', examples: ['key_01K00000000000000000000000.9vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  scope: z.optional(z.string()).check(z.meta({ description: 'Space-separated permissions to restrict the token to. Defaults to all permissions of the API key.', examples: ['content:read content:write'] })),
}));
