import { defineProblem } from './define-problem.ts';

export const invalidJson = /* @__PURE__ */ defineProblem({
  code: 'invalid_json',
  status: 400,
  title: 'Invalid JSON',
  meaning: 'The request body is not valid UTF-8 or is not a JSON object.',
  remedy: 'Send a single JSON object, encoded in UTF-8, with `Content-Type: application/json`.',
});

export const invalidQuery = /* @__PURE__ */ defineProblem({
  code: 'invalid_query',
  status: 400,
  title: 'Invalid query parameter',
  meaning: 'A query parameter is unknown, has an invalid value, or conflicts with another parameter.',
  remedy: 'Fix the parameters listed in `errors`. Use a cursor with the same filters, and without `page`.',
  extensions: { errors: [{ pointer: 'limit', code: 'invalid', detail: 'Must be between 1 and 100.' }] },
});

export const invalidRequest = /* @__PURE__ */ defineProblem({
  code: 'invalid_request',
  status: 400,
  title: 'Invalid request',
  meaning:
    'A header or the request format is invalid, such as a malformed `Idempotency-Key` or a token request ' +
    'with two authentication methods.',
  remedy: 'Correct the request as described in `detail`.',
});

export const crossSiteRequest = /* @__PURE__ */ defineProblem({
  code: 'cross_site_request',
  status: 403,
  title: 'Request from another site',
  meaning: 'The request was sent from a page of another site. Cross-site requests are rejected.',
  remedy: 'Send the request from the site of the service. In programs, use an API key.',
});

export const insufficientScope = /* @__PURE__ */ defineProblem({
  code: 'insufficient_scope',
  status: 403,
  title: 'Insufficient permissions',
  meaning: 'The access token lacks a required permission.',
  remedy: 'Use an API key with one of `required_permissions`, and include it in `scope` if you restrict the token.',
  extensions: { required_permissions: ['content:write'] },
});

export const notFound = /* @__PURE__ */ defineProblem({
  code: 'not_found',
  status: 404,
  title: 'Not found',
  meaning: 'The path does not exist, or no object in your workspace has this id.',
  remedy: 'Check the path and the id. Objects of other workspaces are reported as not found.',
});

export const methodNotAllowed = /* @__PURE__ */ defineProblem({
  code: 'method_not_allowed',
  status: 405,
  title: 'Method not allowed',
  meaning: 'The path does not support this method.',
  remedy: 'Use one of the methods listed in the `Allow` header.',
});

export const invalidStateTransition = /* @__PURE__ */ defineProblem({
  code: 'invalid_state_transition',
  status: 409,
  title: 'Invalid state transition',
  meaning: 'The current state of the object does not allow this change.',
  remedy: 'Retrieve the object again. `current` is its state; `allowed` lists the states it can change to.',
  extensions: { current: 'published', requested: 'draft', allowed: [] },
});

export const requestInFlight = /* @__PURE__ */ defineProblem({
  code: 'request_in_flight',
  status: 409,
  title: 'Request already in progress',
  retryable: true,
  meaning: 'The first request with this `Idempotency-Key` is still being processed.',
  remedy: 'Retry with the same key after `Retry-After` seconds.',
});

export const preconditionFailed = /* @__PURE__ */ defineProblem({
  code: 'precondition_failed',
  status: 412,
  title: 'Precondition failed',
  meaning: 'The object has changed since the version in the `If-Match` header.',
  remedy: 'Retrieve the object again, review the changes, and retry with the current `ETag`.',
});

export const bodyTooLarge = /* @__PURE__ */ defineProblem({
  code: 'body_too_large',
  status: 413,
  title: 'Request body too large',
  meaning: 'The request body exceeds 256 KiB.',
  remedy: 'Send a smaller request body.',
});

export const unsupportedMediaType = /* @__PURE__ */ defineProblem({
  code: 'unsupported_media_type',
  status: 415,
  title: 'Unsupported media type',
  meaning:
    'The `Content-Type` header is missing or not supported by this endpoint, or the body has a ' +
    '`Content-Encoding`.',
  remedy:
    'Send `application/json` in UTF-8, uncompressed. The token endpoint also accepts ' +
    '`application/x-www-form-urlencoded`.',
});

export const validationFailed = /* @__PURE__ */ defineProblem({
  code: 'validation_failed',
  status: 422,
  title: 'Validation failed',
  meaning: 'One or more fields in the request body are invalid.',
  remedy: 'Fix the fields listed in `errors` and send the request again.',
  extensions: { errors: [{ pointer: '/title', code: 'required', detail: 'Required field is missing.' }] },
});

export const idempotencyKeyReused = /* @__PURE__ */ defineProblem({
  code: 'idempotency_key_reused',
  status: 422,
  title: 'Idempotency key reused',
  meaning: 'The `Idempotency-Key` was already used with a different request.',
  remedy: 'Use a new key for each new request. To repeat a request, send the identical body.',
});

export const quotaExceeded = /* @__PURE__ */ defineProblem({
  code: 'quota-exceeded',
  status: 429,
  title: 'Rate limit exceeded',
  retryable: true,
  meaning: 'The rate limit was exceeded.',
  remedy:
    'Retry after `Retry-After` seconds. The `RateLimit` and `X-RateLimit-Remaining` headers report the ' +
    'remaining quota.',
});

export const tooManyInFlight = /* @__PURE__ */ defineProblem({
  code: 'too_many_in_flight',
  status: 429,
  title: 'Too many requests in progress',
  retryable: true,
  meaning:
    'The workspace has the maximum number of such requests in progress, which wait for a receiver, page or ' +
    'platform.',
  remedy: 'Wait for their responses, or retry after `Retry-After` seconds.',
});

export const internalError = /* @__PURE__ */ defineProblem({
  code: 'internal_error',
  status: 500,
  title: 'Internal server error',
  retryable: true,
  meaning: 'An unexpected error occurred. It is logged under `request_id`.',
  remedy: 'Retry with the same `Idempotency-Key`. If the error persists, contact support with the `request_id`.',
});

export const temporarilyUnavailable = /* @__PURE__ */ defineProblem({
  code: 'temporarily_unavailable',
  status: 503,
  title: 'Service temporarily unavailable',
  retryable: true,
  meaning: 'The service is temporarily unable to process the request.',
  remedy: 'Retry after `Retry-After` seconds with the same `Idempotency-Key`.',
});
