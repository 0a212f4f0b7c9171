import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';

/** Declare the field of a request that has the token of a link. */
export function linkToken(kind: 'sign-in' | 'invitation') {
  const description = `The token in the fragment of the ${kind} link.`;
  return z.string().check(z.maxLength(512), z.meta({ description, examples: ['vN3kq0xXb3nVQm9sT1yRfPq2w'] }));
}

/** The forms of a token request, for the OpenAPI document. Parsed by `lib/identity/steps/token-request.ts`. */
// biome-ignore format: one field per line.
export const TokenRequestForms = lazy(() =>
  z.union([
    z.object({
      api_key: z.string().check(z.meta({ description: 'The client id of the API key.', examples: ['key_01K00000000000000000000000'] })),
      secret: z.string().check(z.meta({ description: 'The client secret.', examples: ['the-secret-shown-once'] })),
      scope: z.optional(z.string()).check(z.meta({ description: 'Space-separated permissions to restrict the token to. Defaults to all permissions of the API key.', examples: ['content:read content:write'] })),
    }),
    z.object({
      client_id: z.optional(z.string()).check(z.describe('Omit if you use HTTP Basic authentication.'), z.meta({ examples: ['key_01K00000000000000000000000'] })),
      client_secret: z.optional(z.string()).check(z.meta({ description: 'The secret of the API key.', examples: ['the-secret-shown-once'] })),
      grant_type: z.literal('client_credentials').check(z.describe('Must be `client_credentials`.')),
      scope: z.optional(z.string()).check(z.meta({ description: 'Space-separated permissions to restrict the token to. Defaults to all permissions of the API key.', examples: ['content:read content:write'] })),
    }),
  ]),
);
