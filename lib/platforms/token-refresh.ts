import { asNumber, asString, getPath, isSuccess, parseJsonBody } from './json-response.ts';
import type { ErrorCategory, RefreshOutcome, TokenConnection } from './publisher.ts';
import { type HttpResponse, type PlatformRequest, sendRequest } from './request.ts';

type RefreshFailure = Exclude<RefreshOutcome, { outcome: 'refreshed' }>;
type RefreshFailureKind = RefreshFailure['outcome'];

/** A token is sent in a header (RFC 6750, 2.1), so it is printable and has no space. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

/** The maximum plausible lifetime, longer than that of any platform's token. */
const MAX_LIFETIME_SECONDS = 366 * 86_400;

/** RFC 6749, 5.2. Only these codes are repeated, because other parts may contain a token. */
const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
];

/** Instagram reports rate limits with 400 or 403, the other platforms with 429. */
const LIMIT_STATUSES = [400, 403, 429];

function refreshFailure(
  outcome: RefreshFailureKind,
  code: string,
  category: ErrorCategory,
  message: string,
): RefreshFailure {
  return { outcome, error: { code, message, category, retryable: outcome === 'retry' } };
}

/** Build the failure for an account that was connected without a credential that a refresh needs. */
export function missingCredential(missing: string): RefreshFailure {
  const message = `The account was connected without ${missing}, so its token cannot be renewed; connect it again.`;
  return refreshFailure('refused', 'not_refreshable', 'auth', message);
}

/** Build a token request by RFC 6749, 6: a form, with no secret in the URL. */
export function formRequest(
  connection: TokenConnection,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): PlatformRequest {
  return {
    method: 'POST',
    url: connection.tokenUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
    deadlineMs: connection.deadlineMs,
  };
}

/**
 * Classify the status of a response without a token.
 *
 * 400, 401 and 403 are about the credentials. Any other 4xx (a wrong token URL, a rate limit) was not processed,
 * except 408, where a proxy may have stopped waiting for a server that still processed it. After any other status
 * the refresh token may no longer be valid.
 */
export function classifyRefreshStatus({ status }: HttpResponse): RefreshFailureKind {
  if (status === 400 || status === 401 || status === 403) return 'refused';
  return status >= 400 && status < 500 && status !== 408 ? 'retry' : 'unknown';
}

/** Describe the reason without secrets: by the status and, if there is one, the error code. */
function describeReason(answer: HttpResponse): string {
  const json = parseJsonBody(answer);
  const name = OAUTH_ERRORS.find((known) => known === getPath(json, 'error'));
  const code = asNumber(getPath(json, 'error', 'code'));
  const detail = name ?? (code === undefined ? undefined : `error ${code}`);
  return detail === undefined ? `status ${answer.status}` : `status ${answer.status}, ${detail}`;
}

function toRefreshFailure(verdict: RefreshFailureKind, answer: HttpResponse): RefreshFailure {
  const reason = describeReason(answer);
  if (verdict === 'refused') {
    const message = `The platform did not renew the access token (${reason}); connect the account again.`;
    return refreshFailure(verdict, 'refresh_refused', 'auth', message);
  }
  if (verdict === 'retry') {
    const message = `The platform turned the renewal of the access token away (${reason}); nothing was changed.`;
    // An error that is neither a rate limit nor about the credentials is about the token URL.
    return LIMIT_STATUSES.includes(answer.status)
      ? refreshFailure(verdict, 'rate_limited', 'rate_limit', message)
      : refreshFailure(verdict, 'refused', 'system', message);
  }
  const message = `The platform did not answer the renewal of the access token properly (${reason}).`;
  return refreshFailure(verdict, 'unexpected_answer', 'platform', message);
}

/**
 * Request a token, once, and parse the response (RFC 6749, 5.1).
 *
 * @param lifetimeSeconds the documented lifetime of a token, for a response that does not state one.
 * @param verdictOn classifies an error response where the status alone is ambiguous.
 * @returns an outcome whose messages never contain a token, a client secret or text of the platform.
 */
export async function requestToken(
  request: PlatformRequest,
  lifetimeSeconds: number,
  verdictOn: (answer: HttpResponse) => RefreshFailureKind = classifyRefreshStatus,
): Promise<RefreshOutcome> {
  const result = await sendRequest(request);
  if (result.response === null) {
    if (result.sent) {
      const message = `No whole answer came to the renewal of the access token (${result.reason}).`;
      return refreshFailure('unknown', 'no_answer', 'platform', message);
    }
    const message = `The platform could not be reached (${result.reason}); nothing was sent.`;
    return refreshFailure('retry', 'unreachable', 'platform', message);
  }
  if (!isSuccess(result.response)) return toRefreshFailure(verdictOn(result.response), result.response);
  const json = parseJsonBody(result.response);
  const accessToken = parseToken(getPath(json, 'access_token'));
  if (accessToken === null) return toRefreshFailure('unknown', result.response);
  const expiresIn = asNumber(getPath(json, 'expires_in')) ?? 0;
  const isLifetime = Number.isInteger(expiresIn) && expiresIn > 0 && expiresIn <= MAX_LIFETIME_SECONDS;
  return {
    outcome: 'refreshed',
    accessToken,
    refreshToken: parseToken(getPath(json, 'refresh_token')),
    expiresInSeconds: isLifetime ? expiresIn : lifetimeSeconds,
  };
}

function parseToken(value: unknown): string | null {
  const token = asString(value);
  return token !== undefined && TOKEN.test(token) ? token : null;
}
