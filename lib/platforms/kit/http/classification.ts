import type { ErrorCategory } from '../definition/publish-error.ts';
import type { FailedOutcome, PrepareFailure, PublishOutcome } from '../publisher.ts';
import { isSuccess } from './json-response.ts';
import type { HttpResponse, RequestResult } from './request.ts';

/** An error response of a platform, normalized by its adapter. */
interface PlatformError {
  status: number;
  /** The platform's own error number, where it has one (Instagram's `code`). */
  errorCode?: number | undefined;
  /** Instagram's `error_subcode`. */
  errorSubcode?: number | undefined;
  /** The platform calls its failure temporary (Instagram's `is_transient`). */
  transient?: boolean;
  /** The platform's explanation, for people. */
  explanation: string;
  /** The seconds until a rate limit ends, where the platform states a plausible end. */
  retryAfterSeconds: number | null;
}

/** One row of a platform's error table. A row matches when all its conditions hold; the first match decides. */
export interface ClassificationRow {
  /** One status, or the first and the last of a range. */
  status?: number | readonly [first: number, last: number];
  errorCodes?: readonly number[];
  errorSubcodes?: readonly number[];
  transient?: true;
  /** Searched in the explanation. */
  messagePattern?: RegExp;
  outcome: 'rejected' | 'retry' | 'unknown';
  code: string;
  category: ErrorCategory;
  message: string;
  /** The wait before the next attempt, for a `retry` whose end the platform does not state. */
  retryAfterSeconds?: number;
}

type Rejected = Extract<PublishOutcome, { outcome: 'rejected' }>;
type Retry = Extract<PublishOutcome, { outcome: 'retry' }>;
type Unknown = Extract<PublishOutcome, { outcome: 'unknown' }>;

/**
 * The last rows of every platform's table. By RFC 9110 a server does not process a request that it answers with 4xx,
 * except 408, where a proxy may have stopped waiting for a server that still processed it.
 */
// biome-ignore format: a table is read by its rows
const COMMON_ROWS: readonly ClassificationRow[] = [
  { status: 401, outcome: 'rejected', code: 'unauthorized', category: 'auth', message: 'The platform rejected the access token' },
  { status: 408, outcome: 'unknown', code: 'no_answer', category: 'platform', message: 'The platform timed out. The post may be live' },
  { status: 429, outcome: 'retry', code: 'rate_limited', category: 'rate_limit', message: "The platform's limit is reached" },
  { status: 400, outcome: 'rejected', code: 'invalid_request', category: 'content', message: 'The platform rejected the post' },
  { status: 403, outcome: 'rejected', code: 'forbidden', category: 'account', message: 'The platform does not allow this action for the account' },
  { status: 413, outcome: 'rejected', code: 'too_large', category: 'content', message: 'The post is too large for the platform' },
  { status: 422, outcome: 'rejected', code: 'unprocessable', category: 'content', message: 'The platform rejected the post' },
  { status: [400, 499], outcome: 'rejected', code: 'refused', category: 'platform', message: 'The platform rejected the request' },
  { outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'The platform failed while processing the post. It may be live' },
];

/** The longest part of a platform's explanation that is returned to the caller. */
const MAX_EXPLANATION_CHARACTERS = 300;

function matches(row: ClassificationRow, error: PlatformError): boolean {
  const [first, last] = typeof row.status === 'number' ? [row.status, row.status] : (row.status ?? [0, 999]);
  return (
    error.status >= first &&
    error.status <= last &&
    (row.errorCodes?.includes(error.errorCode ?? Number.NaN) ?? true) &&
    (row.errorSubcodes?.includes(error.errorSubcode ?? Number.NaN) ?? true) &&
    (row.transient === undefined || error.transient === true) &&
    (row.messagePattern?.test(error.explanation) ?? true)
  );
}

/**
 * Look an error response up in a platform's table, then in the common one.
 *
 * @param secret the access token; removed from the explanation, in case the platform repeats it.
 */
export function classifyPlatformError(
  rows: readonly ClassificationRow[],
  response: PlatformError,
  secret: string,
): FailedOutcome {
  const row = [...rows, ...COMMON_ROWS].find((candidate) => matches(candidate, response));
  if (row === undefined) throw new Error(`No row for status ${response.status}`);
  const withoutSecret = secret === '' ? response.explanation : response.explanation.replaceAll(secret, '[token]');
  const explanation = withoutSecret.slice(0, MAX_EXPLANATION_CHARACTERS).toWellFormed();
  const { outcome, code, category } = row;
  const message = explanation === '' ? `${row.message} (status ${response.status}).` : `${row.message}: ${explanation}`;
  const error = { code, message, category, retryable: outcome === 'retry' };
  if (outcome !== 'retry') return { outcome, error };
  return { outcome, error, retryAfterSeconds: response.retryAfterSeconds ?? row.retryAfterSeconds ?? null };
}

/** Classify a request without a complete response: unsent is safe to retry, anything else is unknown. */
export function classifyNoResponse(result: Extract<RequestResult, { response: null }>): Retry | Unknown {
  if (result.sent) {
    return toUnknown(
      'no_answer',
      `The response of the platform was incomplete (${result.reason}). The post may be live.`,
    );
  }
  const message = `The platform could not be reached (${result.reason}). Nothing was sent.`;
  return toRetry('unreachable', message, 'platform');
}

/** Classify a success response without a readable id: the post may be live, so it is not sent again. */
export function missingPostId(status: number): Unknown {
  return toUnknown('no_id', `The platform responded with ${status} without a readable id. The post is probably live.`);
}

function toUnknown(code: string, message: string): Unknown {
  return { outcome: 'unknown', error: { code, message, category: 'platform', retryable: false } };
}

/** Build an outcome after which the post may be sent again. */
export function toRetry(
  code: string,
  message: string,
  category: ErrorCategory,
  retryAfterSeconds: number | null = null,
): Retry {
  return { outcome: 'retry', error: { code, message, category, retryable: true }, retryAfterSeconds };
}

/** Build a rejection by this service, before any request. */
export function rejectContent(code: string, message: string): Rejected {
  return { outcome: 'rejected', error: { code, message, category: 'content', retryable: false } };
}

/** Convert the outcome of a request that publishes nothing (an upload, a container): `unknown` becomes `retry`. */
export function toPrepareFailure(failed: FailedOutcome): PrepareFailure {
  if (failed.outcome !== 'unknown') return failed;
  const message = 'The platform returned an invalid response while the post was prepared. Nothing was published.';
  return toRetry(failed.error.code, message, failed.error.category);
}

/** Build a function that returns the failure of a request that publishes nothing; null for one that was accepted. */
export function prepareFailuresBy<Account>(classify: (response: HttpResponse, account: Account) => FailedOutcome) {
  return (result: RequestResult, account: Account): PrepareFailure | null => {
    if (result.response === null) return toPrepareFailure(classifyNoResponse(result));
    return isSuccess(result.response) ? null : toPrepareFailure(classify(result.response, account));
  };
}
