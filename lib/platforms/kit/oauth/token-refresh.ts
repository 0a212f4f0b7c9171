import type { ErrorCategory } from '../definition/publish-error.ts';
import { asNumber, asString, getPath, isSuccess, parseJsonBody } from '../http/json-response.ts';
import { type HttpResponse, type PlatformRequest, sendRequest } from '../http/request.ts';
import type { RefreshOutcome, TokenConnection } from '../publisher.ts';

type RefreshFailure = Exclude<RefreshOutcome, { outcome: 'refreshed' }>;
type Kind = RefreshFailure['outcome'];

/** A token is sent in a header (RFC 6750, 2.1): printable, without a space. */
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

/** Longer than any platform's tokens live; a larger value is a mistake. */
const MAX_LIFETIME_SECONDS = 366 * 86_400;

/** RFC 6749, 5.2. Messages repeat only these words of a token endpoint, because the rest may contain a token. */
// biome-ignore format: a list of words
const OAUTH_ERRORS = [
  'invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope',
];

/** The names of the tokens in a response. */
const RFC_FIELDS = { accessToken: 'access_token', refreshToken: 'refresh_token' };

/** Instagram reports rate limits with 400 or 403, the other platforms with 429. */
const LIMIT_STATUSES = [400, 403, 429];

function refreshFailure(outcome: Kind, code: string, category: ErrorCategory, message: string): RefreshFailure {
  return { outcome, error: { code, message, category, retryable: outcome === 'retry' } };
}

/** Build the failure for an account that was connected without a credential that a refresh needs. */
export function missingCredential(missing: string): RefreshFailure {
  const message = `The access token cannot be refreshed because the account was connected without ${missing}. Reconnect the account.`;
  return refreshFailure('rejected', 'not_refreshable', 'auth', message);
}

/** Build a token request as in RFC 6749, 6: a form, without secrets in the URL. */
export function formRequest(
  { tokenUrl: url, deadlineMs }: TokenConnection,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): PlatformRequest {
  const body = new URLSearchParams(form).toString();
  const contentType = { 'content-type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', url, headers: { ...contentType, ...headers }, body, deadlineMs };
}

/**
 * Classify the status of a response without a token. 400, 401 and 403 are about the credentials; any other 4xx
 * (a wrong token URL, a rate limit) was not processed, except 408, where a proxy may have stopped waiting for a
 * server that still processed it. After anything else the refresh token may be spent.
 */
export function classifyRefreshStatus({ status }: HttpResponse): Kind {
  if (status === 400 || status === 401 || status === 403) return 'rejected';
  return status >= 400 && status < 500 && status !== 408 ? 'retry' : 'unknown';
}

/** Describe a failure in words that cannot contain a secret: the status and, where there is one, the error's name. */
export function describeTokenError(answer: HttpResponse): string {
  const json = parseJsonBody(answer);
  const code = asNumber(getPath(json, 'error', 'code'));
  const numbered = code === undefined ? undefined : `error ${code}`;
  const detail = OAUTH_ERRORS.find((known) => known === getPath(json, 'error')) ?? numbered;
  return detail === undefined ? `status ${answer.status}` : `status ${answer.status}, ${detail}`;
}

function toRefreshFailure(kind: Kind, answer: HttpResponse): RefreshFailure {
  const reason = describeTokenError(answer);
  if (kind === 'rejected') {
    const message = `The platform rejected the token refresh (${reason}). Reconnect the account.`;
    return refreshFailure(kind, 'refresh_refused', 'auth', message);
  }
  if (kind === 'retry') {
    const message = `Token refresh rejected (${reason}); the current token is unchanged.`;
    // An error that is neither a rate limit nor about the credentials is about the token URL.
    return LIMIT_STATUSES.includes(answer.status)
      ? refreshFailure(kind, 'rate_limited', 'rate_limit', message)
      : refreshFailure(kind, 'refused', 'system', message);
  }
  const message = `The platform returned an invalid response to the token refresh (${reason}).`;
  return refreshFailure(kind, 'unexpected_answer', 'platform', message);
}

/**
 * Request a token, once, and parse the response (RFC 6749, 5.1).
 *
 * @param lifetimeSeconds the documented token lifetime, for a response without one.
 * @param classify classifies an error response where the status alone is ambiguous.
 * @param fields the names of the tokens in the response, where they are not those of the RFC.
 * @returns messages never contain a token, a client secret, or the platform's own words.
 */
export async function requestToken(
  request: PlatformRequest,
  lifetimeSeconds: number,
  classify: (answer: HttpResponse) => Kind = classifyRefreshStatus,
  fields = RFC_FIELDS,
): Promise<RefreshOutcome> {
  const result = await sendRequest(request);
  if (result.response === null) {
    const message = result.sent
      ? `The response to the token refresh was incomplete (${result.reason}).`
      : `The platform could not be reached (${result.reason}). Nothing was sent.`;
    if (result.sent) return refreshFailure('unknown', 'no_answer', 'platform', message);
    return refreshFailure('retry', 'unreachable', 'platform', message);
  }
  if (!isSuccess(result.response)) return toRefreshFailure(classify(result.response), result.response);
  const token = parseTokenResponse(parseJsonBody(result.response), lifetimeSeconds, fields);
  return token === null ? toRefreshFailure('unknown', result.response) : { outcome: 'refreshed', ...token };
}

/** The tokens of a response. `refreshToken` is null where the platform issued none. */
export type IssuedTokens = { accessToken: string; refreshToken: string | null; expiresInSeconds: number };

/** Parse the success response of a token endpoint (RFC 6749, 5.1); null without a usable access token. */
export function parseTokenResponse(json: unknown, lifetimeSeconds: number, fields = RFC_FIELDS): IssuedTokens | null {
  const accessToken = parseToken(getPath(json, fields.accessToken));
  if (accessToken === null) return null;
  const expiresIn = asNumber(getPath(json, 'expires_in')) ?? 0;
  const isLifetime = Number.isInteger(expiresIn) && expiresIn > 0 && expiresIn <= MAX_LIFETIME_SECONDS;
  const expiresInSeconds = isLifetime ? expiresIn : lifetimeSeconds;
  return { accessToken, refreshToken: parseToken(getPath(json, fields.refreshToken)), expiresInSeconds };
}

/** Return a token that can be sent in a header; null for anything else. */
export function parseToken(value: unknown): string | null {
  const token = asString(value);
  return token !== undefined && TOKEN.test(token) ? token : null;
}
