import { PROBLEMS, problemType } from '../contract/problems.ts';
import type { Permission } from '../domain/permission.ts';
import { Refusal } from '../domain/refusal.ts';
import { log } from '../log.ts';
import { LostRace } from '../table/commit.ts';
import type { Call, Reply } from './call.ts';
import { scopeHeaders } from './permit.ts';

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
export function problemReply(error: unknown, call: Call): Reply {
  const refusal = error instanceof Refusal ? error : refusalFor(error, call);
  const { status, title, retryable } = PROBLEMS[refusal.code];
  return {
    status,
    headers: {
      'content-type': problemTypeFor(call),
      ...(refusal.code === 'insufficient_scope' ? scopeHeaders(requiredPermissions(refusal)) : {}),
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
      ...(call.route?.body === 'own' ? oauthMembers(refusal) : {}),
      ...refusal.members,
    },
  };
}

/**
 * Clients of OAuth read the refusal of a token only as plain JSON (RFC 6749, section 5.2), and ask for that by
 * name. Everybody else gets the type of problems, here too.
 */
function problemTypeFor({ route, event }: Call): string {
  const accept = event.headers?.accept ?? '';
  const isOauthClient = route?.body === 'own' && /\bapplication\/json\b/i.test(accept);
  return isOauthClient && !/problem\+json/i.test(accept) ? 'application/json' : 'application/problem+json';
}

function requiredPermissions(refusal: Refusal): Permission[] {
  return refusal.members.required_permissions as Permission[];
}

const OAUTH_CODES: readonly string[] = [
  'invalid_request',
  'invalid_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** What OAuth clients read of a refused token request. RFC 6749, section 5.2. */
function oauthMembers(refusal: Refusal): Record<string, string> {
  const { status } = PROBLEMS[refusal.code];
  const inOwnWords = status >= 500 || status === 429 ? 'temporarily_unavailable' : 'invalid_request';
  return {
    error: OAUTH_CODES.includes(refusal.code) ? refusal.code : inOwnWords,
    error_description: refusal.message,
  };
}

function refusalFor(error: unknown, call: Call): Refusal {
  const name = error instanceof Error ? error.name : 'unknown';
  log.error('request failed', {
    operation: call.operation,
    request_id: call.requestId,
    workspace_id: call.caller?.workspace.id,
    error: error instanceof Error ? error : new Error(String(error)),
  });
  if (error instanceof LostRace || THROTTLED.has(name)) {
    return new Refusal('temporarily_unavailable', 'The service is busy. Try again in a moment.', {
      headers: { 'retry-after': '1' },
    });
  }
  return new Refusal('internal_error', 'The request failed on our side. Nothing more is known of it here.');
}
