import { PROBLEMS, problemType } from '../api/problems.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Permission } from '../domain/identity/permission.ts';
import { log } from '../observability/log.ts';
import { ConflictError } from '../table/conflict.ts';
import { insufficientScopeHeaders } from './authorize.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';

const THROTTLED = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
  'TimeoutError',
]);

/** The problem an error is answered with (RFC 9457). What is not a refusal is logged and never shown. */
export function problemResponse(error: unknown, call: RequestContext): HandlerResult {
  const refusal = error instanceof ApiError ? error : refusalFor(error, call);
  const { status, title, retryable } = PROBLEMS[refusal.code];
  return {
    status,
    headers: {
      'content-type': problemTypeFor(call),
      ...(refusal.code === 'insufficient_scope'
        ? insufficientScopeHeaders(requiredPermissions(refusal))
        : {}),
      ...refusal.headers,
    },
    body: {
      type: problemType(refusal.code),
      title,
      status,
      detail: refusal.message,
      instance: `urn:request:${call.requestId}`,
      code: refusal.code,
      request_id: call.requestId,
      retryable,
      ...(call.route?.body === 'custom' ? oauthMembers(refusal) : {}),
      ...refusal.extensions,
    },
  };
}

/**
 * Clients of OAuth read the refusal of a token only as plain JSON (RFC 6749, section 5.2), and ask for that by
 * name. Everybody else gets the type of problems, here too.
 */
function problemTypeFor({ route, event }: RequestContext): string {
  const accept = event.headers?.accept ?? '';
  const isOauthClient = route?.body === 'custom' && /\bapplication\/json\b/i.test(accept);
  return isOauthClient && !/problem\+json/i.test(accept) ? 'application/json' : 'application/problem+json';
}

function requiredPermissions(refusal: ApiError): Permission[] {
  return refusal.extensions.required_permissions as Permission[];
}

const OAUTH_CODES: readonly string[] = [
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** What OAuth clients read of a refused token request. RFC 6749, section 5.2. */
function oauthMembers(refusal: ApiError): Record<string, string> {
  const { status } = PROBLEMS[refusal.code];
  const inOwnWords = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  return {
    error: OAUTH_CODES.includes(refusal.code) ? refusal.code : inOwnWords,
    error_description: refusal.message,
  };
}

function refusalFor(error: unknown, call: RequestContext): ApiError {
  const name = error instanceof Error ? error.name : 'unknown';
  log.error('request failed', {
    operation: call.operation,
    request_id: call.requestId,
    workspace_id: call.caller?.workspace.id,
    error: error instanceof Error ? error : new Error(String(error)),
  });
  if (error instanceof ConflictError || THROTTLED.has(name)) {
    return new ApiError(
      'temporarily_unavailable',
      'The service is temporarily unable to process the request. Retry in a moment.',
      {
        headers: { 'retry-after': '1' },
      },
    );
  }
  return new ApiError(
    'internal_error',
    'An unexpected error occurred. Retry the request, and contact support with the request_id if the error persists.',
  );
}
