import type { ProblemCode } from '../domain/api-error.ts';

/** The public documentation of a problem type. `extensions` are example values of its extension members. */
type ProblemDoc = { meaning: string; remedy: string; extensions?: Record<string, unknown> };

const ENTRY = 'scd_01K00000000000000000000000';

/** The documentation of every problem type. A missing code does not compile. */
// biome-ignore format: one row per line is what makes it a table.
export const PROBLEM_DOCS: Record<ProblemCode, ProblemDoc> = {
  invalid_json: { meaning: 'The request body is not valid UTF-8 or is not a JSON object.', remedy: 'Send a single JSON object, encoded in UTF-8, with `Content-Type: application/json`.' },
  invalid_query: { meaning: 'A query parameter is unknown, has an invalid value, or conflicts with another parameter.', remedy: 'Fix the parameters listed in `errors`. Use a cursor with the filters it was created with, and without `page`.', extensions: { errors: [{ pointer: 'limit', code: 'invalid', detail: 'Must be between 1 and 100.' }] } },
  invalid_request: { meaning: 'A header or the format of the request is invalid: for example, a malformed `Idempotency-Key`, or a token request with two authentication methods.', remedy: 'Correct the request as described in `detail`.' },
  unsupported_grant_type: { meaning: 'The grant type is not supported.', remedy: 'Send `grant_type=client_credentials`.' },
  invalid_scope: { meaning: 'The requested scope contains an unknown permission or one that the API key does not have.', remedy: 'Request space-separated permissions of the API key, or omit `scope` to request all of them.' },
  invalid_client: { meaning: 'No active API key matches this client id and client secret.', remedy: 'Check the client id and client secret. Create a new API key if it was revoked or has expired. The response is the same for an unknown id and a wrong secret.' },
  missing_credentials: { meaning: 'The request has no access token.', remedy: 'Request a token with `POST /v1/auth/token` and send it as `Authorization: Bearer <token>`.' },
  invalid_token: { meaning: 'The access token is unknown or expired, or its API key was revoked.', remedy: 'Request a new token with `POST /v1/auth/token`. Tokens expire after one hour.' },
  invalid_signature: { meaning: 'The signature of the webhook does not match the secret of the account.', remedy: 'Connect the account again with `inbound.secret` set to the secret your app signs with.' },
  verification_refused: { meaning: 'The verify token or the mode of the verification request is incorrect.', remedy: 'Configure the same verify token at Meta and for the account.' },
  insufficient_scope: { meaning: 'The access token lacks a required permission.', remedy: 'Use an API key with one of `required_permissions`, and include it in `scope` if you restrict the token.', extensions: { required_permissions: ['content:write'] } },
  ip_not_allowed: { meaning: 'The API key cannot be used from your IP address.', remedy: 'Send the request from an address listed in `allowed_ips` of the API key.' },
  plan_required: { meaning: 'The plan of the workspace does not include this feature.', remedy: 'Upgrade the workspace to `required_plan` or higher.', extensions: { required_plan: 'enterprise', plan: 'standard' } },
  not_found: { meaning: 'The path does not exist, or no object in your workspace has this id.', remedy: 'Check the path and the id. Objects of other workspaces are reported as not found.' },
  method_not_allowed: { meaning: 'The path does not support this method.', remedy: 'Use one of the methods listed in the `Allow` header.' },
  invalid_state_transition: { meaning: 'The current state of the object does not allow this change.', remedy: 'Retrieve the object again. `current` is its state, `allowed` lists the states it can change to.', extensions: { current: 'published', requested: 'draft', allowed: [] } },
  not_editable: { meaning: 'Content that is published or being published cannot be edited.', remedy: 'Create a new content item. To remove a post, delete it on the platform.' },
  already_pending: { meaning: 'The content item already has a pending schedule entry for this platform.', remedy: 'Cancel the entry first, or reschedule the item with `PUT /v1/content/{id}`.', extensions: { schedule_id: ENTRY } },
  already_published: { meaning: 'The content item is or may already be published on this platform. Scheduling it again could publish it twice.', remedy: 'Create a new content item. Resolve an unconfirmed target first.' },
  nothing_to_retry: { meaning: 'No target of the content item has failed.', remedy: 'Check the `targets` of the item. Only targets with the status `failed` can be retried.' },
  account_connected: { meaning: 'The workspace has a different account connected for this platform.', remedy: 'Disconnect the account `account_id` first, or reconnect that account.', extensions: { account_id: 'acc_01K00000000000000000000000' } },
  already_member: { meaning: 'A member of the workspace has this email address.', remedy: 'No action is required.' },
  already_invited: { meaning: 'An open invitation to this email address exists.', remedy: 'Wait until the invitation is accepted or expires, or resend it.' },
  post_already_claimed: { meaning: 'The URL is that of a post that belongs to another target. A post belongs to one target.', remedy: 'Check the URL. If the post of this target does not exist, resolve it as failed.' },
  duplicate_url: { meaning: 'Another webhook endpoint of the workspace has this URL.', remedy: 'Update that endpoint, or use a different URL.' },
  request_in_flight: { meaning: 'The first request with this `Idempotency-Key` is still being processed.', remedy: 'Retry with the same key after `Retry-After` seconds.' },
  endpoint_limit: { meaning: 'The workspace has the maximum number of webhook endpoints.', remedy: 'Delete an endpoint you no longer use.' },
  too_many_secrets: { meaning: 'The maximum number of secrets is active at the same time.', remedy: 'Wait until the oldest secret expires at `next_expires_at`.' },
  owner_required: { meaning: 'Only an owner can add, change or remove an owner.', remedy: 'Ask an owner of the workspace to make the change.' },
  invitation_not_open: { meaning: 'No open invitation has this token. It was accepted, revoked or resent, or it has expired.', remedy: 'Ask the sender to send a new invitation.' },
  last_owner: { meaning: 'The workspace must have at least one owner.', remedy: 'Make another member an owner first.' },
  sent_recently: { meaning: 'The invitation was sent less than a minute ago.', remedy: 'Retry after `Retry-After` seconds.' },
  key_limit: { meaning: 'The workspace has the maximum number of API keys.', remedy: 'Delete an API key you no longer use.' },
  key_expired: { meaning: 'The API key has expired and cannot receive a new secret.', remedy: 'Create a new API key.' },
  endpoint_not_active: { meaning: 'The webhook endpoint is paused or disabled and receives no deliveries.', remedy: 'Set its status to `active` with `PUT /v1/webhooks/{id}` and retry.' },
  delivery_pending: { meaning: 'The delivery still has scheduled attempts.', remedy: 'Wait until it is delivered or exhausted, then replay it.' },
  precondition_failed: { meaning: 'The object has changed since it had the `ETag` in your `If-Match` header.', remedy: 'Retrieve the object again, review the changes, and retry with the current `ETag`.' },
  body_too_large: { meaning: 'The request body exceeds 256 KiB.', remedy: 'Send a smaller request body.' },
  unsupported_media_type: { meaning: 'The `Content-Type` header is missing or not supported by this endpoint.', remedy: 'Send `application/json` in UTF-8. The token endpoint also accepts `application/x-www-form-urlencoded`.' },
  validation_failed: { meaning: 'One or more fields in the request body are invalid.', remedy: 'Fix the fields listed in `errors` and send the request again.', extensions: { errors: [{ pointer: '/title', code: 'required', detail: 'Required field is missing.' }] } },
  idempotency_key_reused: { meaning: 'The `Idempotency-Key` was already used with a different request.', remedy: 'Use a new key for a new request, and repeat a request with an identical body.' },
  too_much_to_compare: { meaning: 'The period contains more data than a ranking can include.', remedy: 'Request a shorter period.' },
  'quota-exceeded': { meaning: 'The rate limit was exceeded.', remedy: 'Retry after `Retry-After` seconds. The `RateLimit` and `X-RateLimit-Remaining` headers report the remaining quota.' },
  too_many_failed_exchanges: { meaning: 'Too many token requests with this client id have failed within a minute.', remedy: 'Check the client secret and retry after `Retry-After` seconds.' },
  internal_error: { meaning: 'An unexpected error occurred. It is logged under `request_id`.', remedy: 'Retry with the same `Idempotency-Key`. If the error persists, contact support with the `request_id`.' },
  temporarily_unavailable: { meaning: 'The service is temporarily unable to process the request.', remedy: 'Retry after `Retry-After` seconds with the same `Idempotency-Key`.' },
};
