import type { ProblemCode } from './api-error.ts';
import { defineProblem } from './define-problem.ts';

/** The public properties of a problem type. `retryable`: the same request may succeed later. */
type ProblemRow = { status: number; title: string; retryable: boolean };

const row = (status: number, title: string, retryable = false): ProblemRow => ({ status, title, retryable });

/** Every problem type the service returns. A missing code does not compile. */
export const PROBLEMS: Record<ProblemCode, ProblemRow> = {
  invalid_json: row(400, 'Invalid JSON'),
  invalid_query: row(400, 'Invalid query parameter'),
  invalid_request: row(400, 'Invalid request'),
  unsupported_grant_type: row(400, 'Unsupported grant type'),
  invalid_scope: row(400, 'Invalid scope'),
  invalid_target: row(400, 'Invalid resource'),
  invalid_grant: row(400, 'Invalid code or refresh token'),
  authorization_pending: row(400, 'Device login not decided', true),
  slow_down: row(400, 'Polled too early', true),
  access_denied: row(400, 'Device login denied'),
  expired_token: row(400, 'Device code expired'),
  invalid_client: row(401, 'Invalid client credentials'),
  missing_credentials: row(401, 'Authentication required'),
  invalid_token: row(401, 'Invalid access token'),
  invalid_signature: row(401, 'Invalid signature'),
  session_expired: row(401, 'Session ended'),
  cross_site_request: row(403, 'Request from another site'),
  recent_sign_in_required: row(403, 'Recent sign-in required'),
  insufficient_scope: row(403, 'Insufficient permissions'),
  verification_refused: row(403, 'Webhook verification failed'),
  ip_not_allowed: row(403, 'IP address not allowed'),
  owner_required: row(403, 'Owner role required'),
  other_users_key: row(403, 'API key of another member'),
  agent_key_required: row(403, 'Agent key required'),
  agent_not_permitted: row(403, 'Not permitted to agents'),
  agent_paused: row(403, 'Agent key paused'),
  approval_not_permitted: row(403, 'Approval not permitted'),
  passkey_required: row(403, 'Passkey required'),
  other_users_comment: row(403, 'Comment of another member'),
  halted_by_operator: row(403, 'Publishing halted by the operator'),
  last_admin_key: row(403, 'Last administrator key'),
  plan_required: row(403, 'Plan upgrade required'),
  not_found: row(404, 'Not found'),
  invitation_not_open: row(404, 'Invitation not open'),
  sign_in_link_expired: row(404, 'Sign-in link not valid'),
  device_login_not_found: row(404, 'Device login not found'),
  method_not_allowed: row(405, 'Method not allowed'),
  invalid_state_transition: row(409, 'Invalid state transition'),
  not_editable: row(409, 'Content item not editable'),
  already_pending: row(409, 'Schedule entry already pending'),
  already_published: row(409, 'Already published'),
  link_rule_limit: row(409, 'Link rule limit reached'),
  duplicate_content: row(409, 'Duplicate content'),
  post_already_claimed: row(409, 'Post belongs to another target'),
  not_the_unconfirmed_part: row(409, 'Not the unconfirmed part'),
  approval_required: row(409, 'Approval required'),
  content_changed: row(409, 'Content item changed'),
  approval_statement_outdated: row(409, 'Approval statement outdated'),
  media_not_in_library: row(409, 'Media not in the library'),
  comment_limit: row(409, 'Review comment limit reached'),
  review_link_limit: row(409, 'Review link limit reached'),
  already_halted: row(409, 'Publishing already halted'),
  halt_limit: row(409, 'Halt limit reached'),
  queue_paused: row(409, 'Queue paused'),
  queue_full: row(409, 'No free slot'),
  queue_not_empty: row(409, 'Queue not empty'),
  queue_limit: row(409, 'Queue limit reached'),
  already_queued: row(409, 'Already in a queue'),
  recurrence_limit: row(409, 'Recurrence limit reached'),
  recurrence_changing: row(409, 'Recurrence still changing', true),
  label_limit: row(409, 'Label limit reached'),
  export_limit: row(409, 'Export limit reached', true),
  import_limit: row(409, 'Import limit reached', true),
  import_changed: row(409, 'Import changed'),
  import_not_uploaded: row(409, 'File not uploaded'),
  calendar_feed_limit: row(409, 'Calendar feed limit reached'),
  media_in_use: row(409, 'Media file in use'),
  storage_quota_exceeded: row(409, 'Storage quota exceeded'),
  nothing_to_retry: row(409, 'No failed targets to retry'),
  platform_app_missing: row(409, 'App credentials missing'),
  public_url_required: row(409, 'Public URL required'),
  select_on_page: row(409, 'Selection on the page only'),
  email_not_configured: row(409, 'Email not configured'),
  already_member: row(409, 'Already a member'),
  already_invited: row(409, 'Already invited'),
  last_owner: row(409, 'Last owner cannot be removed'),
  duplicate_url: row(409, 'Duplicate webhook URL'),
  request_in_flight: row(409, 'Request already in progress', true),
  duplicate_name: row(409, 'Duplicate name'),
  template_limit: row(409, 'Template limit reached'),
  endpoint_limit: row(409, 'Webhook endpoint limit reached'),
  too_many_secrets: row(409, 'Too many active secrets'),
  key_limit: row(409, 'API key limit reached'),
  passkey_limit: row(409, 'Passkey limit reached'),
  device_login_decided: row(409, 'Device login already decided'),
  device_login_changed: row(409, 'Device login changed'),
  authorization_changed: row(409, 'Authorization request changed'),
  application_key: row(409, 'API key of an application'),
  key_expired: row(409, 'API key expired'),
  endpoint_not_active: row(409, 'Webhook endpoint not active'),
  delivery_pending: row(409, 'Delivery already pending'),
  precondition_failed: row(412, 'Precondition failed'),
  body_too_large: row(413, 'Request body too large'),
  unsupported_media_type: row(415, 'Unsupported media type'),
  validation_failed: row(422, 'Validation failed'),
  passkey_rejected: row(422, 'Passkey rejected'),
  idempotency_key_reused: row(422, 'Idempotency key reused'),
  too_much_to_compare: row(422, 'Period too large'),
  'quota-exceeded': row(429, 'Rate limit exceeded', true),
  too_many_in_flight: row(429, 'Too many requests in progress', true),
  agent_budget_exceeded: row(429, 'Budget of the agent key exceeded', true),
  sent_recently: row(429, 'Invitation sent recently', true),
  invitation_limit: row(429, 'Invitation email limit reached', true),
  too_many_failed_exchanges: row(429, 'Too many failed token requests', true),
  internal_error: row(500, 'Internal server error', true),
  temporarily_unavailable: row(503, 'Service temporarily unavailable', true),
};

export { problemType } from './define-problem.ts';

export const invalidJson = defineProblem({
  code: 'invalid_json',
  status: 400,
  title: 'Invalid JSON',
  meaning: 'The request body is not valid UTF-8 or is not a JSON object.',
  remedy: 'Send a single JSON object, encoded in UTF-8, with `Content-Type: application/json`.',
});

export const invalidQuery = defineProblem({
  code: 'invalid_query',
  status: 400,
  title: 'Invalid query parameter',
  meaning: 'A query parameter is unknown, has an invalid value, or conflicts with another parameter.',
  remedy: 'Fix the parameters listed in `errors`. Use a cursor with the same filters, and without `page`.',
  extensions: { errors: [{ pointer: 'limit', code: 'invalid', detail: 'Must be between 1 and 100.' }] },
});

export const invalidRequest = defineProblem({
  code: 'invalid_request',
  status: 400,
  title: 'Invalid request',
  meaning:
    'A header or the request format is invalid, such as a malformed `Idempotency-Key` or a token request ' +
    'with two authentication methods.',
  remedy: 'Correct the request as described in `detail`.',
});

export const crossSiteRequest = defineProblem({
  code: 'cross_site_request',
  status: 403,
  title: 'Request from another site',
  meaning: 'The request was sent from a page of another site. Cross-site requests are rejected.',
  remedy: 'Send the request from the site of the service. In programs, use an API key.',
});

export const insufficientScope = defineProblem({
  code: 'insufficient_scope',
  status: 403,
  title: 'Insufficient permissions',
  meaning: 'The access token lacks a required permission.',
  remedy: 'Use an API key with one of `required_permissions`, and include it in `scope` if you restrict the token.',
  extensions: { required_permissions: ['content:write'] },
});

export const notFound = defineProblem({
  code: 'not_found',
  status: 404,
  title: 'Not found',
  meaning: 'The path does not exist, or no object in your workspace has this id.',
  remedy: 'Check the path and the id. Objects of other workspaces are reported as not found.',
});

export const methodNotAllowed = defineProblem({
  code: 'method_not_allowed',
  status: 405,
  title: 'Method not allowed',
  meaning: 'The path does not support this method.',
  remedy: 'Use one of the methods listed in the `Allow` header.',
});

export const invalidStateTransition = defineProblem({
  code: 'invalid_state_transition',
  status: 409,
  title: 'Invalid state transition',
  meaning: 'The current state of the object does not allow this change.',
  remedy: 'Retrieve the object again. `current` is its state; `allowed` lists the states it can change to.',
  extensions: { current: 'published', requested: 'draft', allowed: [] },
});

export const requestInFlight = defineProblem({
  code: 'request_in_flight',
  status: 409,
  title: 'Request already in progress',
  retryable: true,
  meaning: 'The first request with this `Idempotency-Key` is still being processed.',
  remedy: 'Retry with the same key after `Retry-After` seconds.',
});

export const preconditionFailed = defineProblem({
  code: 'precondition_failed',
  status: 412,
  title: 'Precondition failed',
  meaning: 'The object has changed since the version in the `If-Match` header.',
  remedy: 'Retrieve the object again, review the changes, and retry with the current `ETag`.',
});

export const bodyTooLarge = defineProblem({
  code: 'body_too_large',
  status: 413,
  title: 'Request body too large',
  meaning: 'The request body exceeds 256 KiB.',
  remedy: 'Send a smaller request body.',
});

export const unsupportedMediaType = defineProblem({
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

export const validationFailed = defineProblem({
  code: 'validation_failed',
  status: 422,
  title: 'Validation failed',
  meaning: 'One or more fields in the request body are invalid.',
  remedy: 'Fix the fields listed in `errors` and send the request again.',
  extensions: { errors: [{ pointer: '/title', code: 'required', detail: 'Required field is missing.' }] },
});

export const idempotencyKeyReused = defineProblem({
  code: 'idempotency_key_reused',
  status: 422,
  title: 'Idempotency key reused',
  meaning: 'The `Idempotency-Key` was already used with a different request.',
  remedy: 'Use a new key for each new request. To repeat a request, send the identical body.',
});

export const quotaExceeded = defineProblem({
  code: 'quota-exceeded',
  status: 429,
  title: 'Rate limit exceeded',
  retryable: true,
  meaning: 'The rate limit was exceeded.',
  remedy:
    'Retry after `Retry-After` seconds. The `RateLimit` and `X-RateLimit-Remaining` headers report the ' +
    'remaining quota.',
});

export const tooManyInFlight = defineProblem({
  code: 'too_many_in_flight',
  status: 429,
  title: 'Too many requests in progress',
  retryable: true,
  meaning:
    'The workspace has the maximum number of such requests in progress, which wait for a receiver, page or ' +
    'platform.',
  remedy: 'Wait for their responses, or retry after `Retry-After` seconds.',
});

export const internalError = defineProblem({
  code: 'internal_error',
  status: 500,
  title: 'Internal server error',
  retryable: true,
  meaning: 'An unexpected error occurred. It is logged under `request_id`.',
  remedy: 'Retry with the same `Idempotency-Key`. If the error persists, contact support with the `request_id`.',
});

export const temporarilyUnavailable = defineProblem({
  code: 'temporarily_unavailable',
  status: 503,
  title: 'Service temporarily unavailable',
  retryable: true,
  meaning: 'The service is temporarily unable to process the request.',
  remedy: 'Retry after `Retry-After` seconds with the same `Idempotency-Key`.',
});
