import { defineOperation } from '../../../core/api/define-operation.ts';
import { TokenRequest } from './requests.ts';
import { TokenResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'auth.token',
  route: 'POST /v1/auth/token',
  aliasPath: '/auth/token',
  summary: 'Create an access token',
  description:
    'Exchange the client id and client secret of an API key for a bearer token. Send them as JSON, as a form, or with HTTP Basic authentication. `api_key` and `secret` are accepted in place of `client_id`, `client_secret` and `grant_type`. The token of a stage key names the `Workspace` in each request, or is for the one that `workspace` names. A token is valid for one hour; request a new one then. Earlier tokens remain valid. Reuse a token until it expires: each API key can request 100 tokens per minute. An application exchanges its authorization `code`, and a device its `device_code` (`POST /v1/auth/device`), for which the OpenAPI document has no flow (RFC 8628). Both exchange the `refresh_token` in the response afterwards, and receive the next one each time. A code or a refresh token that is used twice revokes its API key; the previous refresh token has the same result for 60 seconds, because a response may be lost. Errors are problems (RFC 9457) with the error codes of RFC 6749, section 5.2, and RFC 8628, section 3.5.',
  permissions: 'none',
  audience: 'client',
  logsSourceAddress: true,
  body: 'custom',
  errors: [
    ...(['quota-exceeded', 'invalid_grant', 'invalid_target', 'authorization_pending'] as const),
    ...(['slow_down', 'access_denied', 'expired_token'] as const),
  ],
  access: {
    get: ['ApiKey', 'ApiKeyUsage', 'Member', 'DeviceLogin', 'AuthorizationCode', 'ExternalId', 'Workspace'],
    // A refresh rotates the token that the key has, and a token that is used twice revokes it.
    put: ['AccessToken', 'ApiKeyUsage', 'ApiKey', 'AuthorizationCode'],
    add: ['Counter', 'FailedTokenRequest', 'RateWindow', 'DeviceLogin'],
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

export const response = TokenResponse;

export const openapiBody = TokenRequest;
