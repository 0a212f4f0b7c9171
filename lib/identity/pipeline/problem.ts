import type { Permission } from '../../core/api/permission.ts';
import { log } from '../../core/observability/log.ts';
import { ApiError, problemType } from '../../core/problems/define-problem.ts';
import { internalError, temporarilyUnavailable } from '../../core/problems/problems.ts';
import { isTransient } from '../../core/retry/transient-errors.ts';
import { insufficientScopeHeaders } from './authorize.ts';
import type { HandlerResult, RequestContext } from './request-context.ts';

/**
 * Build the problem response of an error (RFC 9457). An error that is not an `ApiError` is logged; the response has
 * only a generic message.
 */
export function problemResponse(error: unknown, context: RequestContext): HandlerResult {
  const apiError = error instanceof ApiError ? error : toApiError(error, context);
  const { status, title, retryable } = apiError.problem;
  return {
    status,
    headers: {
      'content-type': problemContentType(context),
      ...(apiError.code === 'insufficient_scope' ? insufficientScopeHeaders(requiredPermissions(apiError)) : {}),
      ...apiError.headers,
    },
    body: {
      type: problemType(apiError.code),
      title,
      status,
      detail: apiError.message,
      instance: `urn:request:${context.requestId}`,
      code: apiError.code,
      request_id: context.requestId,
      retryable,
      ...(context.endpoint?.body === 'custom' ? oauthFields(apiError) : {}),
      ...apiError.extensions,
    },
  };
}

/**
 * Return the content type of a problem response. OAuth clients read the error of a token request only as plain JSON
 * (RFC 6749, section 5.2) and name that type in `Accept`. All other clients get problem+json.
 */
function problemContentType({ endpoint, event }: RequestContext): string {
  const accept = event.headers?.accept ?? '';
  const isOauthClient = endpoint?.body === 'custom' && /\bapplication\/json\b/i.test(accept);
  return isOauthClient && !/problem\+json/i.test(accept) ? 'application/json' : 'application/problem+json';
}

function requiredPermissions(apiError: ApiError): Permission[] {
  return apiError.extensions.required_permissions as Permission[];
}

// RFC 6749, section 5.2, and RFC 8628, section 3.5.
// biome-ignore format: one line per specification.
const OAUTH_CODES: readonly string[] = [
  'invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type', 'invalid_scope', 'invalid_target',
  'authorization_pending', 'slow_down', 'access_denied', 'expired_token',
];

/** Build the fields of a token error that OAuth clients read. */
function oauthFields(apiError: ApiError): Record<string, string> {
  const { status } = apiError.problem;
  const fallbackCode = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  return {
    error: OAUTH_CODES.includes(apiError.code) ? apiError.code : fallbackCode,
    error_description: apiError.message,
  };
}

function toApiError(error: unknown, context: RequestContext): ApiError {
  log.error('request failed', {
    operation: context.operation,
    request_id: context.requestId,
    workspace_id: context.caller?.workspace.id,
    error: error instanceof Error ? error : new Error(String(error)),
  });
  if (isTransient(error)) {
    return temporarilyUnavailable('The service is temporarily unable to process the request. Retry in a moment.', {
      headers: { 'retry-after': '1' },
    });
  }
  return internalError(
    'An unexpected error occurred. Retry the request, and contact support with the request_id if the error persists.',
  );
}
