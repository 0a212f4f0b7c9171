import type { Platform } from '../../platforms/facts/platform.ts';

/** The codes of all problems, by kind. `lib/core/problems/problems.ts` defines status and title of each. */
// biome-ignore format: one line per kind keeps the list readable.
export type ProblemCode =
  | 'invalid_json' | 'invalid_query' | 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope' | 'invalid_target'
  | 'session_expired' | 'sign_in_link_expired' | 'cross_site_request' | 'email_not_configured' | 'passkey_rejected' | 'passkey_limit'
  | 'recent_sign_in_required' | 'device_login_not_found' | 'device_login_decided' | 'device_login_changed' | 'authorization_changed'
  | 'invalid_grant' | 'authorization_pending' | 'slow_down' | 'access_denied' | 'expired_token'
  | 'missing_credentials' | 'invalid_token' | 'invalid_signature' | 'verification_refused'
  | 'insufficient_scope' | 'ip_not_allowed' | 'plan_required' | 'not_found' | 'method_not_allowed'
  | 'invalid_state_transition' | 'not_editable' | 'already_pending' | 'already_published' | 'nothing_to_retry'
  | 'already_halted' | 'halted_by_operator' | 'halt_limit' | 'queue_paused' | 'queue_full' | 'queue_not_empty' | 'queue_limit' | 'already_queued'
  | 'label_limit' | 'recurrence_changing' | 'media_in_use' | 'storage_quota_exceeded' | 'approval_required' | 'approval_not_permitted' | 'passkey_required' | 'approval_statement_outdated' | 'media_not_in_library' | 'content_changed' | 'other_users_comment' | 'comment_limit' | 'review_link_limit' | 'calendar_feed_limit' | 'export_limit' | 'recurrence_limit' | 'import_limit' | 'import_not_uploaded' | 'import_changed'
  | 'platform_app_missing' | 'public_url_required' | 'select_on_page' | 'already_member' | 'already_invited' | 'invitation_not_open' | 'sent_recently' | 'invitation_limit'
  | 'owner_required' | 'last_owner' | 'duplicate_url' | 'endpoint_limit' | 'duplicate_name' | 'template_limit' | 'too_many_secrets' | 'key_limit'
  | 'agent_key_required' | 'agent_not_permitted' | 'agent_paused' | 'agent_budget_exceeded'
  | 'key_expired' | 'application_key' | 'other_users_key' | 'last_admin_key' | 'endpoint_not_active' | 'delivery_pending' | 'precondition_failed' | 'too_many_failed_exchanges'
  | 'idempotency_key_reused' | 'request_in_flight' | 'body_too_large' | 'unsupported_media_type' | 'validation_failed'
  | 'link_rule_limit' | 'duplicate_content' | 'post_already_claimed' | 'not_the_unconfirmed_part' | 'too_much_to_compare' | 'quota-exceeded' | 'too_many_in_flight' | 'internal_error' | 'temporarily_unavailable';

/**
 * One violated rule. `pointer` is a JSON Pointer into the body, or the name of a query parameter.
 * `platform` is the platform that requires the rule, if only one does.
 */
export type FieldError = { pointer: string; code: string; detail: string; platform?: Platform };

/** An error that the caller receives as a problem with its `extensions`. The `cause` is only logged. */
export class ApiError extends Error {
  readonly code: ProblemCode;
  readonly extensions: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    detail: string,
    options: { extensions?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.extensions = options.extensions ?? {};
    this.headers = options.headers ?? {};
  }
}

/** Build the 422 for a body with invalid fields. */
export function validationError(errors: FieldError[]): ApiError {
  const first = errors[0];
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new ApiError(
    'validation_failed',
    first ? `${first.pointer}: ${first.detail}${rest}` : 'The request body is invalid.',
    { extensions: { errors } },
  );
}

/** Build the 422 for one invalid field. */
export function fieldError(pointer: string, code: string, detail: string): ApiError {
  return validationError([{ pointer, code, detail }]);
}

/** Build the 409 for a name that another one of its kind has, with the id of that one. */
export function duplicateNameError(kind: 'queue' | 'template' | 'label' | 'campaign', id: string): ApiError {
  const resource = kind === 'campaign' ? 'label' : kind;
  return new ApiError('duplicate_name', `Another ${kind} of the workspace has this name.`, {
    extensions: { [`${resource}_id`]: id },
  });
}

/** Build the 409 for a status change that the current status does not allow; `allowed` lists those it does. */
export function stateTransitionError(
  detail: string,
  extensions: { current: string; requested: string; allowed: readonly string[]; next_check_at?: string },
): ApiError {
  return new ApiError('invalid_state_transition', detail, { extensions });
}

/** Build the 400 for invalid query parameters. */
export function invalidQueryError(errors: FieldError[]): ApiError {
  const detail = errors.map((error) => `${error.pointer}: ${error.detail}`).join(' ');
  return new ApiError('invalid_query', detail, { extensions: { errors } });
}

/** Build the 404 for an id that does not exist or belongs to another workspace. */
export function notFoundError(): ApiError {
  return new ApiError('not_found', 'No object in your workspace has this id.');
}
