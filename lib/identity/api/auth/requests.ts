import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** Declare the field of a request that has the token of a link. */
export function linkToken(kind: 'sign-in' | 'invitation' | 'portal') {
  const description = `The token in the fragment of the ${kind} link.`;
  return z.string().check(z.maxLength(512), z.meta({ description, examples: ['vN3kq0xXb3nVQm9sT1yRfPq2w'] }));
}

/** The token request of OAuth 2.0, for the OpenAPI document. Parsed by `lib/identity/steps/oauth/token-request.ts`. */
// biome-ignore format: one field per line.
export const TokenRequest = lazyObject(() => ({
  client_id: z.optional(z.string()).check(z.describe('The client id of the API key, or that of a public client: `cis` for the command line, the URL of its metadata document for an application. Omit if you use HTTP Basic authentication.'), z.meta({ examples: ['key_01K00000000000000000000000'] })),
  client_secret: z.optional(z.string()).check(z.meta({ description: 'The secret of the API key. Omit if you use HTTP Basic authentication.', examples: ['the-secret-shown-once'] })),
  grant_type: z.enum(['client_credentials', 'authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']).check(z.meta({ description: '`client_credentials` for an API key, or what an application or a device sends.', examples: ['client_credentials'] })),
  device_code: z.optional(z.string()).check(z.meta({ description: 'The device code of `POST /v1/auth/device`. Only with its grant type.', examples: ['BCDFGHJK9vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  refresh_token: z.optional(z.string()).check(z.meta({ description: 'The refresh token of an application or a device. Only with its grant type.', examples: ['key_01K00000000000000000000000.9vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  code: z.optional(z.string()).check(z.meta({ description: 'The authorization code. Only with its grant type.', examples: ['9vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  redirect_uri: z.optional(z.string()).check(z.meta({ description: 'That of the authorization request. Only with an authorization code.', examples: ['https://app.example.com/callback'] })),
  code_verifier: z.optional(z.string()).check(z.meta({ description: 'The code verifier of PKCE (RFC 7636). Only with an authorization code.', examples: ['dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'] })),
  resource: z.optional(z.string()).check(z.meta({ description: 'The URL of the MCP server or of the API, for which alone the token is (RFC 8707). Defaults to the resource of the authorization, and to both for an API key.', examples: ['https://api.example.com/mcp'] })),
  workspace: z.optional(z.string()).check(z.meta({ description: 'The only workspace that the token of a stage key is for: its id, or `external:` and its external id, percent-encoded. Defaults to all workspaces that the stage key may name.', examples: ['external:customer-17'] })),
  scope: z.optional(z.string()).check(z.meta({ description: 'Space-separated permissions to restrict the token to. Defaults to all permissions of the API key.', examples: ['content:read content:write'] })),
}));
