import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** The revocation request of OAuth 2.0, for the OpenAPI document. */
// biome-ignore format: one field per line.
export const RevocationRequest = /* @__PURE__ */ lazyObject(() => ({
  client_id: z.string().check(z.minLength(1), z.meta({ description: 'The public client: `cis` for the command line, the URL of its metadata document for an application.', examples: ['cis'] })),
  token: z.string().check(z.minLength(1), z.meta({ description: 'The refresh token.', examples: ['key_01K00000000000000000000000.9vJx0q4n1yF7m2Kc8sT5bW3zR6hL0dPgUeAoXiNfQkE'] })),
  token_type_hint: z.optional(z.string()).check(z.meta({ description: 'Ignored: only refresh tokens can be revoked.', examples: ['refresh_token'] })),
}));

// biome-ignore format: one field per line.
export const RevocationResponse = /* @__PURE__ */ lazyObject(() => ({
  revoked: z.literal(true).check(z.describe('Always true: the refresh token gives no access, also if it never did.')),
}));

export const operation = defineOperation({
  id: 'auth.revoke',
  route: 'POST /v1/auth/revoke',
  summary: 'Revoke a refresh token',
  description:
    'End the access of an application or a device (RFC 7009): its API key is revoked, and its access tokens become invalid within 60 seconds. Send the parameters as JSON or as a form. The response to an unknown token is the same. Errors are problems (RFC 9457) with the error codes of RFC 6749, section 5.2.',
  permissions: 'none',
  audience: 'device',
  logsSourceAddress: true,
  body: 'custom',
  access: {
    get: ['ApiKey', 'ApiKeyUsage'],
    put: ['ApiKey'],
    add: ['Counter', 'FailedTokenRequest', 'RateWindow'],
  },
  example: {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { client_id: 'cis', token: 'key_01K00000000000000000000009.sample-refresh-secret' },
  },
});

export const response = RevocationResponse;

export const openapiBody = RevocationRequest;
