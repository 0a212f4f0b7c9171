import type { ErrorCategory, PrepareFailure, PublishOutcome } from './publisher.ts';
import type { RequestResult } from './request.ts';

/** An error response of a platform, normalized by its adapter. */
export interface PlatformError {
  status: number;
  /** The platform's error code, if it has one (Instagram's `code`). */
  errorCode?: number | undefined;
  /** Instagram's `error_subcode`. */
  errorSubcode?: number | undefined;
  /** The platform calls the error temporary (Instagram's `is_transient`). */
  transient?: boolean;
  /** The platform's human-readable explanation. */
  explanation: string;
  /** When the rate limit ends, if the platform states it. */
  retryAfterSeconds: number | null;
}

/**
 * One row of a platform's error table: conditions on the response, and the outcome.
 *
 * A row matches when all its conditions hold; the first matching row of a table applies.
 */
export interface ClassificationRow {
  /** A status, or the first and the last status of a range. */
  status?: number | readonly [first: number, last: number];
  errorCodes?: readonly number[];
  errorSubcodes?: readonly number[];
  transient?: true;
  /** Matched against the explanation. */
  messagePattern?: RegExp;
  outcome: 'rejected' | 'retry' | 'unknown';
  code: string;
  category: ErrorCategory;
  message: string;
  /** The delay of a `retry` when the platform does not state one. */
  retryAfterSeconds?: number;
}

/**
 * The last rows of every platform's table.
 *
 * By RFC 9110 a 4xx means that the request was not carried out,
 * except 408, where a proxy may have stopped waiting for a server that still processed it.
 */
// biome-ignore format: a table is read by its rows
export const COMMON_ROWS: readonly ClassificationRow[] = [
  { status: 401, outcome: 'rejected', code: 'unauthorized', category: 'auth', message: 'The platform did not accept the access token' },
  { status: 408, outcome: 'unknown', code: 'no_answer', category: 'platform', message: 'The platform gave up waiting; the post may be live' },
  { status: 429, outcome: 'retry', code: 'rate_limited', category: 'rate_limit', message: "The platform's limit is reached" },
  { status: 400, outcome: 'rejected', code: 'invalid_request', category: 'content', message: 'The platform did not accept the post' },
  { status: 403, outcome: 'rejected', code: 'forbidden', category: 'account', message: 'The platform does not allow this account to do this' },
  { status: 413, outcome: 'rejected', code: 'too_large', category: 'content', message: 'The post is too large for the platform' },
  { status: 422, outcome: 'rejected', code: 'unprocessable', category: 'content', message: 'The platform did not accept the post' },
  { status: [400, 499], outcome: 'rejected', code: 'refused', category: 'platform', message: 'The platform refused the request' },
  { outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'The platform failed while handling the post; it may be live' },
];

/** The maximum length of a platform's explanation that is returned to the caller. */
const MAX_EXPLANATION_CHARACTERS = 300;

function matches(row: ClassificationRow, refusal: PlatformError): boolean {
  const [first, last] = typeof row.status === 'number' ? [row.status, row.status] : (row.status ?? [0, 999]);
  return (
    refusal.status >= first &&
    refusal.status <= last &&
    (row.errorCodes === undefined || row.errorCodes.includes(refusal.errorCode ?? Number.NaN)) &&
    (row.errorSubcodes === undefined || row.errorSubcodes.includes(refusal.errorSubcode ?? Number.NaN)) &&
    (row.transient === undefined || refusal.transient === true) &&
    (row.messagePattern === undefined || row.messagePattern.test(refusal.explanation))
  );
}

/**
 * Classify an error response by a platform's table, then by the common one.
 *
 * @param secret the access token, which is removed from the explanation in case the platform echoes it.
 */
export function classifyPlatformError(
  rows: readonly ClassificationRow[],
  refusal: PlatformError,
  secret: string,
): Exclude<PublishOutcome, { outcome: 'published' }> {
  const row = [...rows, ...COMMON_ROWS].find((candidate) => matches(candidate, refusal));
  if (row === undefined) throw new Error(`No row for status ${refusal.status}`);
  const withoutSecret =
    secret === '' ? refusal.explanation : refusal.explanation.replaceAll(secret, '[token]');
  const explanation = withoutSecret.slice(0, MAX_EXPLANATION_CHARACTERS).toWellFormed();
  const error = {
    code: row.code,
    message:
      explanation === '' ? `${row.message} (status ${refusal.status}).` : `${row.message}: ${explanation}`,
    category: row.category,
    retryable: row.outcome === 'retry',
  };
  if (row.outcome !== 'retry') return { outcome: row.outcome, error };
  return {
    outcome: 'retry',
    error,
    retryAfterSeconds: refusal.retryAfterSeconds ?? row.retryAfterSeconds ?? null,
  };
}

/** Classify a request without a complete response: `retry` if it was not sent, else `unknown`. */
export function classifyNoResponse(
  result: Extract<RequestResult, { response: null }>,
): Extract<PublishOutcome, { outcome: 'retry' | 'unknown' }> {
  if (result.sent) {
    const message = `No whole answer came from the platform (${result.reason}); the post may be live.`;
    return {
      outcome: 'unknown',
      error: { code: 'no_answer', message, category: 'platform', retryable: false },
    };
  }
  const message = `The platform could not be reached (${result.reason}); nothing was sent.`;
  return {
    outcome: 'retry',
    error: { code: 'unreachable', message, category: 'platform', retryable: true },
    retryAfterSeconds: null,
  };
}

/** Classify a success response without an id: the post may be live, so it is not sent again. */
export function missingPostId(status: number): Extract<PublishOutcome, { outcome: 'unknown' }> {
  const message = `The platform answered ${status} without a readable id; the post is probably live.`;
  return { outcome: 'unknown', error: { code: 'no_id', message, category: 'platform', retryable: false } };
}

/** Build a rejection by this service, before any request. */
export function rejectContent(
  code: string,
  message: string,
): Extract<PublishOutcome, { outcome: 'rejected' }> {
  return { outcome: 'rejected', error: { code, message, category: 'content', retryable: false } };
}

/**
 * Convert an outcome to that of a request that only prepares a post.
 *
 * Uploads and containers publish nothing, so an unknown outcome may be retried.
 */
export function toPrepareFailure(outcome: Exclude<PublishOutcome, { outcome: 'published' }>): PrepareFailure {
  if (outcome.outcome !== 'unknown') return outcome;
  const message = 'The platform did not answer properly while the post was being prepared; nothing is live.';
  return {
    outcome: 'retry',
    error: { ...outcome.error, message, retryable: true },
    retryAfterSeconds: null,
  };
}
