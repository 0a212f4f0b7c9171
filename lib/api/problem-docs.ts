import type { ProblemCode } from '../domain/api-error.ts';

/**
 * What a problem means and what to do about it, in public words; `members` are what it has besides the usual
 * ones, as an example.
 */
interface ProblemDoc {
  meaning: string;
  remedy: string;
  extensions?: Record<string, unknown>;
}

const ENTRY = 'scd_01K00000000000000000000000';

/** The words of every problem. Total over the codes: a missing row does not compile. */
// biome-ignore format: one row per line is what makes it a table.
export const PROBLEM_DOCS: Record<ProblemCode, ProblemDoc> = {
  invalid_json: { meaning: 'The body is no JSON, no UTF-8, or JSON of another kind than an object.', remedy: 'Send one JSON object, in UTF-8, with Content-Type: application/json.' },
  invalid_query: { meaning: 'A query parameter is unknown, has a value it cannot have, or does not go with another one.', remedy: 'Look at `errors`: each names a parameter and its rule. A cursor goes with the filters it was made with, and not with `page`.', extensions: { errors: [{ pointer: 'limit', code: 'invalid', detail: 'must be from 1 to 100.' }] } },
  invalid_request: { meaning: 'A header or the form of the request is wrong: an Idempotency-Key that is none, or a token request with two ways of authenticating.', remedy: 'Read `detail` and send the request in the form it asks for.' },
  unsupported_grant_type: { meaning: 'A token is given for the grant type client_credentials alone.', remedy: 'Send grant_type=client_credentials.' },
  invalid_scope: { meaning: 'The scope asked for names something that is no permission, or one that the key does not hold.', remedy: 'Ask for permissions of the key, a space between each, or leave `scope` out to get all of them.' },
  invalid_client: { meaning: 'There is no live key of this id with this secret.', remedy: 'Check id and secret; ask for another key if it was revoked or has expired. An unknown id and a wrong secret are answered alike.' },
  missing_credentials: { meaning: 'The request has no access token.', remedy: 'Ask POST /v1/auth/token for a token and send it: Authorization: Bearer <token>.' },
  invalid_token: { meaning: 'The access token is unknown, has expired, or its key was revoked.', remedy: 'Ask POST /v1/auth/token for another one. A token lives for an hour.' },
  invalid_signature: { meaning: 'The webhook is not signed with the secret of the account, or its bytes were changed on the way.', remedy: 'Give the account the secret your app signs with: connect it again with `inbound`.' },
  verification_refused: { meaning: 'The verify token or the mode of the question is not right.', remedy: 'Enter the same verify token at Meta and with the account.' },
  insufficient_scope: { meaning: 'The token lacks a permission.', remedy: 'Use a key that holds one of `required_permissions`, and do not narrow them away by `scope`.', extensions: { required_permissions: ['content:write'] } },
  ip_not_allowed: { meaning: 'The key may only be used from certain addresses, and yours is none of them.', remedy: 'Call from one of the addresses of its `allowed_ips`.' },
  plan_required: { meaning: 'The plan of the workspace does not have this.', remedy: 'Move the workspace to `required_plan` or to a larger one.', extensions: { required_plan: 'enterprise', plan: 'standard' } },
  not_found: { meaning: 'There is no such path, or nothing under this id in your workspace.', remedy: 'Check the path and the id. What belongs to another workspace is answered like what does not exist.' },
  method_not_allowed: { meaning: 'The path is known, and this method is not one of its own.', remedy: 'Use one of the methods in the header `Allow`.' },
  invalid_state_transition: { meaning: 'The thing is in a state from which this change cannot be made.', remedy: 'Read it again: `current` is its state, `allowed` is what it may become.', extensions: { current: 'published', requested: 'draft', allowed: [] } },
  not_editable: { meaning: 'What is published, or is being published, can no longer be edited here.', remedy: 'Create another item. To take a post down, go to the platform.' },
  already_pending: { meaning: 'The item has a pending entry for this platform.', remedy: 'Cancel that entry first, or move the item with PUT /v1/content/{id}.', extensions: { schedule_id: ENTRY } },
  already_published: { meaning: 'The item is published there, or may be: scheduling it again would post it twice.', remedy: 'Create another item. An unconfirmed target can be resolved first.' },
  nothing_to_retry: { meaning: 'No target of the item has failed for good.', remedy: 'Look at its `targets`; only those that are `failed` can be retried.' },
  account_connected: { meaning: 'The workspace publishes to this platform by another account.', remedy: 'Delete `account_id` first, or connect the account that is there.', extensions: { account_id: 'acc_01K00000000000000000000000' } },
  already_member: { meaning: 'The person with this address is a member of the workspace.', remedy: 'Nothing is left to do.' },
  already_invited: { meaning: 'An invitation to this address is pending.', remedy: 'Wait for the person, or until the invitation expires.' },
  duplicate_url: { meaning: 'An endpoint of the workspace has this url.', remedy: 'Change that endpoint, or give this one another url.' },
  request_in_flight: { meaning: 'The first request with this Idempotency-Key is still being worked on.', remedy: 'Send it again with the same key after `Retry-After` seconds.' },
  endpoint_limit: { meaning: 'The workspace has as many endpoints as one may have.', remedy: 'Remove an endpoint that is no longer used.' },
  too_many_secrets: { meaning: 'As many secrets of the endpoint still sign as one header can carry.', remedy: 'Wait until the oldest one ends, at most 24 hours.' },
  owner_required: { meaning: 'Only an owner may make, change or remove an owner.', remedy: 'Ask an owner of the workspace to do it.' },
  invitation_not_open: { meaning: 'No open invitation has this token: it was used, revoked, sent anew, or has expired.', remedy: 'Ask who invited you to send the invitation again.' },
  last_owner: { meaning: 'The workspace would be left without an owner.', remedy: 'Make somebody else an owner first.' },
  sent_recently: { meaning: 'The invitation was sent a moment ago.', remedy: 'Wait for `Retry-After` seconds, and look into the mail meanwhile.' },
  key_limit: { meaning: 'The workspace has as many keys as one may have.', remedy: 'Delete a key that is no longer used.' },
  key_expired: { meaning: 'The key has ended and gets no other secret.', remedy: 'Make another key.' },
  endpoint_not_active: { meaning: 'The endpoint is paused or disabled, so nothing is delivered to it.', remedy: 'Set it active with PUT /v1/webhooks/{id}, and ask again.' },
  delivery_pending: { meaning: 'The delivery has attempts before it already.', remedy: 'Wait for them; replay it when it has ended.' },
  precondition_failed: { meaning: 'The thing is no longer what your `If-Match` says it is.', remedy: 'Read it again, look at what changed, and send your change with the `ETag` of now.' },
  body_too_large: { meaning: 'A body may have 256 KiB.', remedy: 'Send less at once.' },
  unsupported_media_type: { meaning: 'The Content-Type is missing or is not one this path reads.', remedy: 'Send application/json in UTF-8; the token request takes application/x-www-form-urlencoded as well.' },
  validation_failed: { meaning: 'The body is JSON, and a field of it breaks a rule.', remedy: 'Look at `errors`: each has a JSON pointer to a field and the rule it breaks.', extensions: { errors: [{ pointer: '/title', code: 'required', detail: 'Invalid input: expected string, received undefined.' }] } },
  idempotency_key_reused: { meaning: 'This Idempotency-Key was used with another body.', remedy: 'Use a new key for a new request, and the same body for a repeated one.' },
  too_much_to_compare: { meaning: 'The items have so many numbers in this period that not all of them could be read for one ranking.', remedy: 'Ask for a shorter period.' },
  'quota-exceeded': { meaning: 'The requests of this minute are used up.', remedy: 'Wait for `Retry-After` seconds. The headers RateLimit and X-RateLimit-Remaining say how many are left.' },
  too_many_failed_exchanges: { meaning: 'Too many token requests with this client id have failed in this minute.', remedy: 'Wait for `Retry-After` seconds and check the secret.' },
  internal_error: { meaning: 'Something broke on our side. It is in our log under `request_id`.', remedy: 'Try again, with the same Idempotency-Key. If it stays, tell us the `request_id`.' },
  temporarily_unavailable: { meaning: 'The service could not do it right now.', remedy: 'Send it again after `Retry-After` seconds, with the same Idempotency-Key.' },
};
