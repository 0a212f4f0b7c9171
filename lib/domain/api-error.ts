import type { Platform } from './platform.ts';

/** Every way in which the service says no. `lib/api/problems.ts` gives each its status and title. */
export type ProblemCode =
  | 'invalid_json'
  | 'invalid_query'
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'missing_credentials'
  | 'invalid_token'
  | 'invalid_signature'
  | 'verification_refused'
  | 'insufficient_scope'
  | 'ip_not_allowed'
  | 'plan_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'invalid_state_transition'
  | 'not_editable'
  | 'already_pending'
  | 'already_published'
  | 'nothing_to_retry'
  | 'account_connected'
  | 'already_member'
  | 'already_invited'
  | 'invitation_not_open'
  | 'sent_recently'
  | 'owner_required'
  | 'last_owner'
  | 'duplicate_url'
  | 'endpoint_limit'
  | 'too_many_secrets'
  | 'key_limit'
  | 'key_expired'
  | 'endpoint_not_active'
  | 'delivery_pending'
  | 'precondition_failed'
  | 'too_many_failed_exchanges'
  | 'idempotency_key_reused'
  | 'request_in_flight'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'too_much_to_compare'
  | 'quota-exceeded'
  | 'internal_error'
  | 'temporarily_unavailable';

/** One thing wrong with one field: `pointer` is a JSON pointer into the body, or the parameter's name. */
export interface FieldError {
  pointer: string;
  code: string;
  detail: string;
  /** Whose rule it is, of a rule that only one platform has. */
  platform?: Platform;
}

/**
 * A request refused. `detail` is public and says what to do; `members` are further public members of the
 * answer; `headers` go with it. The private reason, if any, is the error's `cause` and is only logged.
 */
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

/** A body whose fields break rules: 422 naming each field and rule. */
export function validationError(errors: FieldError[]): ApiError {
  const first = errors[0];
  const rest = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new ApiError(
    'validation_failed',
    first ? `${first.pointer}: ${first.detail}${rest}` : 'The request body is invalid.',
    {
      extensions: { errors },
    },
  );
}

/** A query whose parameters break rules: 400 naming each parameter and rule. */
export function invalidQueryError(errors: FieldError[]): ApiError {
  const detail = errors.map((error) => `${error.pointer}: ${error.detail}`).join(' ');
  return new ApiError('invalid_query', detail, { extensions: { errors } });
}

/** The one answer for an id that does not exist and for an id of somebody else. */
export function notFoundError(): ApiError {
  return new ApiError('not_found', 'No object in your workspace has this id.');
}
