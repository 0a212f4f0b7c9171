import { createHash, randomBytes } from 'node:crypto';
import type { ErrorCategory } from '../definition/publish-error.ts';
import { asArray, asString, isSuccess, parseJsonBody } from '../http/json-response.ts';
import { type HttpResponse, type PlatformRequest, type RequestResult, sendRequest } from '../http/request.ts';
import type { AppCredentials, AuthorizationRequest, ExchangeOutcome } from '../oauth-connector.ts';
import { describeTokenError, type IssuedTokens, parseTokenResponse } from './token-refresh.ts';

export type FailedExchange = Exclude<ExchangeOutcome, { outcome: 'granted' }>;

/** The tokens of a code, and the whole response as JSON. */
export type ExchangedTokens = IssuedTokens & { json: unknown };

/** The longest name of an account that is stored, in UTF-16 units. */
const MAX_NAME_CHARACTERS = 200;

function failed(outcome: FailedExchange['outcome'], code: string, category: ErrorCategory, message: string) {
  return { outcome, error: { code, message, category, retryable: false } } satisfies FailedExchange;
}

/** Build the URL of the consent page (RFC 6749, 4.1.1). `parameters`: the scope and what else the platform needs. */
export function buildAuthorizeUrl(request: AuthorizationRequest, parameters: Record<string, string>): string {
  const { app, redirectUri, state, connection } = request;
  const url = new URL(connection.authorizeUrl);
  const all = { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri, ...parameters, state };
  // Not every platform reads `+` as a space.
  url.search = new URLSearchParams(all).toString().replaceAll('+', '%20');
  return url.href;
}

/** Create the secret of a flow and the parameters that announce it to the platform (PKCE, RFC 7636). */
export function createPkce(): { verifier: string; parameters: Record<string, string> } {
  const verifier = randomBytes(32).toString('base64url');
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  return { verifier, parameters: { code_challenge, code_challenge_method: 'S256' } };
}

/** Return the permissions to request for an app. */
export function requestedScopes(app: AppCredentials, scopes: readonly string[]): readonly string[] {
  return app.scopes ?? scopes;
}

/** Parse granted permissions: text with spaces or commas, or a list. `requested` where a response states none. */
export function parseScopes(value: unknown, requested: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return asArray(value).flatMap((scope) => asString(scope) ?? []);
  return asString(value)?.split(/[\s,]+/) ?? requested;
}

/** Build the failure for permissions that the person has denied; null when all are granted. */
export function findMissingScopes(required: readonly string[], granted: readonly string[]): FailedExchange | null {
  const missing = required.filter((scope) => !granted.includes(scope));
  if (missing.length === 0) return null;
  const message = `Publishing requires permissions that were not granted: ${missing.join(', ')}. Connect again and allow them.`;
  return failed('missing_scopes', 'missing_scopes', 'auth', message);
}

/** Build the failure for a person without an account that can be connected. */
export function noAccount(message: string): FailedExchange {
  return failed('no_account', 'no_account', 'account', message);
}

/** Parse the name that people call an account by, without control characters; null without one. */
export function parseName(value: unknown): string | null {
  const name = asString(value)
    ?.replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed();
  return name === undefined || name === '' ? null : name;
}

/** Classify a response that is no success. The platform did not process a 4xx, except 408. */
function toFailure(answer: HttpResponse): FailedExchange {
  const reason = describeTokenError(answer);
  if (answer.status === 429) {
    return failed(
      'rejected',
      'rate_limited',
      'rate_limit',
      `The rate limit of the platform was exceeded (${reason}). Try again later.`,
    );
  }
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408) {
    const message = `The platform rejected the authorization code or the app (${reason}). Connect again.`;
    return failed('rejected', 'code_refused', 'auth', message);
  }
  return unexpectedAnswer(reason);
}

/** Build the failure for a response that is not usable. `reason` must contain nothing that the platform sent. */
export function unexpectedAnswer(reason: string): FailedExchange {
  const message = `The platform returned an invalid response (${reason}). Connect again.`;
  return failed('unknown', 'unexpected_answer', 'platform', message);
}

/** Parse the JSON of a response during a connection. Messages repeat nothing that the platform sent. */
export function parseAnswer(result: RequestResult): { json: unknown } | FailedExchange {
  if (result.response === null) {
    const message = result.sent
      ? `The response of the platform was incomplete (${result.reason}). Connect again.`
      : `The platform could not be reached (${result.reason}). Connect again.`;
    return failed('unknown', result.sent ? 'no_answer' : 'unreachable', 'platform', message);
  }
  if (!isSuccess(result.response)) return toFailure(result.response);
  const json = parseJsonBody(result.response);
  return typeof json === 'object' && json !== null ? { json } : unexpectedAnswer(`status ${result.response.status}`);
}

/**
 * Exchange an authorization code or a short-lived token, once.
 *
 * @param lifetimeSeconds the documented token lifetime, for a response without one.
 * @param tokensIn finds the object with the tokens in the response.
 */
export async function requestTokens(
  request: PlatformRequest,
  lifetimeSeconds: number,
  tokensIn: (json: unknown) => unknown = (json) => json,
): Promise<ExchangedTokens | FailedExchange> {
  const answer = parseAnswer(await sendRequest(request));
  if ('outcome' in answer) return answer;
  const tokens = parseTokenResponse(tokensIn(answer.json), lifetimeSeconds);
  return tokens === null ? unexpectedAnswer('no access token') : { ...tokens, json: answer.json };
}
