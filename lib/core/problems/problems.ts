import type { ProblemCode } from './api-error.ts';

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
  invalid_client: row(401, 'Invalid client credentials'),
  missing_credentials: row(401, 'Authentication required'),
  invalid_token: row(401, 'Invalid access token'),
  invalid_signature: row(401, 'Invalid signature'),
  session_expired: row(401, 'Session ended'),
  cross_site_request: row(403, 'Request from another site'),
  insufficient_scope: row(403, 'Insufficient permissions'),
  verification_refused: row(403, 'Webhook verification failed'),
  ip_not_allowed: row(403, 'IP address not allowed'),
  owner_required: row(403, 'Owner role required'),
  other_users_key: row(403, 'API key of another member'),
  approval_not_permitted: row(403, 'Approval not permitted'),
  other_users_comment: row(403, 'Comment of another member'),
  last_admin_key: row(403, 'Last administrator key'),
  plan_required: row(403, 'Plan upgrade required'),
  not_found: row(404, 'Not found'),
  invitation_not_open: row(404, 'Invitation not open'),
  sign_in_link_expired: row(404, 'Sign-in link not valid'),
  method_not_allowed: row(405, 'Method not allowed'),
  invalid_state_transition: row(409, 'Invalid state transition'),
  not_editable: row(409, 'Content item not editable'),
  already_pending: row(409, 'Schedule entry already pending'),
  already_published: row(409, 'Already published'),
  post_already_claimed: row(409, 'Post belongs to another target'),
  not_the_unconfirmed_part: row(409, 'Not the unconfirmed part'),
  approval_required: row(409, 'Approval required'),
  content_changed: row(409, 'Content item changed'),
  comment_limit: row(409, 'Review comment limit reached'),
  review_link_limit: row(409, 'Review link limit reached'),
  media_in_use: row(409, 'Media file in use'),
  nothing_to_retry: row(409, 'No failed targets to retry'),
  platform_app_missing: row(409, 'App credentials missing'),
  email_not_configured: row(409, 'Email not configured'),
  already_member: row(409, 'Already a member'),
  already_invited: row(409, 'Already invited'),
  last_owner: row(409, 'Last owner cannot be removed'),
  duplicate_url: row(409, 'Duplicate webhook URL'),
  request_in_flight: row(409, 'Request already in progress', true),
  endpoint_limit: row(409, 'Webhook endpoint limit reached'),
  too_many_secrets: row(409, 'Too many active secrets'),
  key_limit: row(409, 'API key limit reached'),
  passkey_limit: row(409, 'Passkey limit reached'),
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
  sent_recently: row(429, 'Invitation sent recently', true),
  invitation_limit: row(429, 'Invitation email limit reached', true),
  too_many_failed_exchanges: row(429, 'Too many failed token requests', true),
  internal_error: row(500, 'Internal server error', true),
  temporarily_unavailable: row(503, 'Service temporarily unavailable', true),
};

/** Get the `type` of a problem: a relative URI, one per code. */
export function problemType(code: ProblemCode): string {
  return `/v1/problems/${code}`;
}
