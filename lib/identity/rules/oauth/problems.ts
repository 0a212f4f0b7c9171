import { defineProblem } from '../../../core/problems/define-problem.ts';

export const unsupportedGrantType = /* @__PURE__ */ defineProblem({
  code: 'unsupported_grant_type',
  status: 400,
  title: 'Unsupported grant type',
  meaning: 'The grant type is not supported.',
  remedy: 'Send one of the grant types of `POST /v1/auth/token`.',
});

export const invalidScope = /* @__PURE__ */ defineProblem({
  code: 'invalid_scope',
  status: 400,
  title: 'Invalid scope',
  meaning: 'The requested scope contains a permission that is unknown or that the API key does not have.',
  remedy:
    'Request space-separated permissions, of a token those of its API key, or omit `scope` to request all of ' +
    'them.',
});

export const invalidTarget = /* @__PURE__ */ defineProblem({
  code: 'invalid_target',
  status: 400,
  title: 'Invalid resource',
  meaning: 'The resource is neither the MCP server nor the API, or not the one that the API key is for.',
  remedy: 'Send the URL of the resource for which the access was granted, or omit `resource`.',
});

export const invalidGrant = /* @__PURE__ */ defineProblem({
  code: 'invalid_grant',
  status: 400,
  title: 'Invalid code or refresh token',
  meaning:
    'The device code, the authorization code or the refresh token is unknown, was already used, belongs to ' +
    'another client or another request, or gives no access: its API key was revoked or has expired, or its ' +
    'member was removed.',
  remedy: 'Start the device login or the authorization again.',
});

export const authorizationPending = /* @__PURE__ */ defineProblem({
  code: 'authorization_pending',
  status: 400,
  title: 'Device login not decided',
  retryable: true,
  meaning: 'No person has approved or denied the device login yet.',
  remedy: 'Send the request again after `interval` seconds.',
});

export const slowDown = /* @__PURE__ */ defineProblem({
  code: 'slow_down',
  status: 400,
  title: 'Polled too early',
  retryable: true,
  meaning:
    'The device polls more often than `interval` allows. Each such request lengthens the interval by five ' +
    'seconds.',
  remedy: 'Wait five seconds longer between all further requests.',
});

export const accessDenied = /* @__PURE__ */ defineProblem({
  code: 'access_denied',
  status: 400,
  title: 'Device login denied',
  meaning: 'A person has denied the device login.',
  remedy: 'Stop polling.',
});

export const expiredToken = /* @__PURE__ */ defineProblem({
  code: 'expired_token',
  status: 400,
  title: 'Device code expired',
  meaning: 'The device code is older than ten minutes.',
  remedy: 'Start the device login again with `POST /v1/auth/device`.',
});

export const invalidClient = /* @__PURE__ */ defineProblem({
  code: 'invalid_client',
  status: 401,
  title: 'Invalid client credentials',
  meaning:
    'No active API key matches this client id and client secret. For a device login: no public client has ' +
    'this client id.',
  remedy: 'Check the client id and the client secret. If the API key was revoked or has expired, create a new one.',
});

export const deviceLoginNotFound = /* @__PURE__ */ defineProblem({
  code: 'device_login_not_found',
  status: 404,
  title: 'Device login not found',
  meaning: 'No device login has this code, or it is older than ten minutes.',
  remedy: 'Check the code, or start the login on the device again.',
});

export const deviceLoginDecided = /* @__PURE__ */ defineProblem({
  code: 'device_login_decided',
  status: 409,
  title: 'Device login already decided',
  meaning: 'The device login with this code was already approved or denied.',
  remedy: 'If the device is not signed in, start the login on it again.',
});

export const deviceLoginChanged = /* @__PURE__ */ defineProblem({
  code: 'device_login_changed',
  status: 409,
  title: 'Device login changed',
  meaning: 'The session, or what the approval would grant, is not what `confirmation` stands for.',
  remedy: 'Retrieve the device login again, show it to the person, and send its `confirmation`.',
});

export const authorizationChanged = /* @__PURE__ */ defineProblem({
  code: 'authorization_changed',
  status: 409,
  title: 'Authorization request changed',
  meaning: 'The application, the session, or what the approval would grant, is not what `confirmation` stands for.',
  remedy: 'Retrieve the authorization request again, show it to the person, and send its `confirmation`.',
});

export const tooManyFailedExchanges = /* @__PURE__ */ defineProblem({
  code: 'too_many_failed_exchanges',
  status: 429,
  title: 'Too many failed token requests',
  retryable: true,
  meaning: 'Too many token requests with this client id failed from your IP address within a minute.',
  remedy: 'Check the client secret. Requests with the correct secret are always accepted.',
});
