import type { ProblemCode } from '../domain/api-error.ts';

/** What the caller sees of a problem besides its detail. `retryable`: the same request may succeed later. */
export interface ProblemRow {
  status: number;
  title: string;
  retryable: boolean;
}

const row = (status: number, title: string, retryable = false): ProblemRow => ({ status, title, retryable });

/** Every problem code the service answers with. Total over the codes: a missing row does not compile. */
export const PROBLEMS: Record<ProblemCode, ProblemRow> = {
  invalid_json: row(400, 'The body is not a JSON object'),
  invalid_query: row(400, 'A query parameter is wrong'),
  invalid_request: row(400, 'The request is malformed'),
  unsupported_grant_type: row(400, 'The grant type is not supported'),
  invalid_scope: row(400, 'The scope is not available to this client'),
  invalid_client: row(401, 'The client could not be authenticated'),
  missing_credentials: row(401, 'A bearer token is required'),
  invalid_token: row(401, 'The access token is not valid'),
  invalid_signature: row(401, 'The signature is not right'),
  insufficient_scope: row(403, 'A permission is missing'),
  verification_refused: row(403, 'The verification is refused'),
  ip_not_allowed: row(403, 'This address may not use this key'),
  owner_required: row(403, 'An owner is required'),
  plan_required: row(403, 'Another plan is required'),
  not_found: row(404, 'Not found'),
  invitation_not_open: row(404, 'No open invitation has this token'),
  method_not_allowed: row(405, 'The method is not allowed here'),
  invalid_state_transition: row(409, 'The state does not allow this change'),
  not_editable: row(409, 'The item can no longer be edited'),
  already_pending: row(409, 'An entry is already pending'),
  already_published: row(409, 'Already published there'),
  nothing_to_retry: row(409, 'Nothing has failed'),
  account_connected: row(409, 'Another account is connected'),
  already_member: row(409, 'Already a member'),
  already_invited: row(409, 'Already invited'),
  last_owner: row(409, 'The last owner stays'),
  duplicate_url: row(409, 'The url is already registered'),
  request_in_flight: row(409, 'The same request is being worked on', true),
  endpoint_limit: row(409, 'The workspace has all the endpoints it may have'),
  too_many_secrets: row(409, 'Too many secrets are being replaced'),
  key_limit: row(409, 'The workspace has all the keys it may have'),
  key_expired: row(409, 'The key has expired'),
  endpoint_not_active: row(409, 'The endpoint is not active'),
  delivery_pending: row(409, 'The delivery is on its way already'),
  precondition_failed: row(412, 'It was changed meanwhile'),
  body_too_large: row(413, 'The body is too large'),
  unsupported_media_type: row(415, 'The content type is not supported'),
  validation_failed: row(422, 'A field is invalid'),
  idempotency_key_reused: row(422, 'The idempotency key was used with another body'),
  too_much_to_compare: row(422, 'The period holds too much to be compared'),
  'quota-exceeded': row(429, 'The rate limit is used up', true),
  sent_recently: row(429, 'The invitation was sent a moment ago', true),
  too_many_failed_exchanges: row(429, 'Too many failed token requests', true),
  internal_error: row(500, 'Something went wrong on our side', true),
  temporarily_unavailable: row(503, 'The service is busy', true),
};

/** The `type` of a problem: a relative URI under the API's base, one per code. */
export function problemType(code: ProblemCode): string {
  return `/v1/problems/${code}`;
}
