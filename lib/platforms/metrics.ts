import { classifyNoResponse } from './classification.ts';
import { parseJsonBody } from './json-response.ts';
import type { PlatformMetrics, PublishError, PublishOutcome } from './publisher.ts';
import type { HttpResponse, RequestResult } from './request.ts';

// Larger values are not plausible counts. Sums of smaller values stay below 2^53, beyond which the DynamoDB client
// throws and the bucket becomes unreadable.
const MAX_COUNT = 1_000_000_000_000;

/** Parse a reported metric; null for anything but an integer from 0 to 10^12. */
export function parseCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT
    ? value
    : null;
}

/**
 * Add reported metrics.
 *
 * Returns null when one of them is missing, because a partial sum would be misleading.
 */
export function sumOrNull(...counts: (number | null)[]): number | null {
  return counts.reduce((total, next) => (total === null || next === null ? null : total + next), 0);
}

type FailedOutcome = Exclude<PublishOutcome, { outcome: 'published' }>;

/**
 * A platform rejected a metrics poll, and would reject an immediate retry too.
 *
 * `found` has the metrics that it returned before, `retryAfterSeconds` the delay that it requests, if any.
 */
export class MetricsUnavailableError extends Error {
  override readonly cause: PublishError;
  readonly retryAfterSeconds: number | null;
  readonly found: PlatformMetrics[];

  constructor(outcome: FailedOutcome, found: PlatformMetrics[] = []) {
    super(`No metrics: ${outcome.error.message}`);
    this.name = 'MetricsUnavailableError';
    this.cause = outcome.error;
    this.retryAfterSeconds = outcome.outcome === 'retry' ? outcome.retryAfterSeconds : null;
    this.found = found;
  }

  /** Copy this error with the metrics that were read before it. */
  withPartialResults(found: PlatformMetrics[]): MetricsUnavailableError {
    const { cause: error, retryAfterSeconds } = this;
    return new MetricsUnavailableError({ outcome: 'retry', error, retryAfterSeconds }, found);
  }
}

/**
 * Parse the JSON of a request for a batch of posts.
 *
 * @param classify classifies an error response of this platform.
 * @throws MetricsUnavailableError when the platform did not respond with 200.
 */
export function parseBatch(
  result: RequestResult,
  classify: (answer: HttpResponse) => FailedOutcome,
): unknown {
  if (result.response === null) throw new MetricsUnavailableError(classifyNoResponse(result));
  if (result.response.status !== 200) throw new MetricsUnavailableError(classify(result.response));
  return parseJsonBody(result.response);
}

/**
 * Parse the JSON of a request for one post, or one metric of it.
 *
 * Returns undefined when the platform rejects only that.
 *
 * @param classify classifies an error response of this platform.
 * @throws MetricsUnavailableError when the next request would fail too: token, rate limit, no response.
 */
export function parseOne(result: RequestResult, classify: (answer: HttpResponse) => FailedOutcome): unknown {
  if (result.response?.status === 200) return parseJsonBody(result.response);
  if (result.response === null) throw new MetricsUnavailableError(classifyNoResponse(result));
  const outcome = classify(result.response);
  if (outcome.outcome === 'retry' || outcome.error.code === 'unauthorized')
    throw new MetricsUnavailableError(outcome);
  return undefined;
}

/** The number of concurrent requests for posts, for a platform without batch requests. */
export const POST_CONCURRENCY = 5;

/**
 * Read posts one by one, with a limited number of concurrent requests.
 *
 * `read` returns null to omit a post.
 *
 * @throws MetricsUnavailableError with the metrics read before, when the platform rejects the poll.
 */
export async function fetchEach(
  platformPostIds: string[],
  read: (platformPostId: string) => Promise<PlatformMetrics | null>,
): Promise<PlatformMetrics[]> {
  const found: PlatformMetrics[] = [];
  for (let start = 0; start < platformPostIds.length; start += POST_CONCURRENCY) {
    const batch = await Promise.allSettled(platformPostIds.slice(start, start + POST_CONCURRENCY).map(read));
    found.push(...batch.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : [])));
    const failed = batch.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    // A single post without a response does not prevent reading the others; no response for all posts is an error.
    const isDeaf = failed.length === batch.length;
    const last = failed.find((reason) => isDeaf || !isNoResponse(reason));
    if (last) throw last instanceof MetricsUnavailableError ? last.withPartialResults(found) : last;
  }
  return found;
}

function isNoResponse(reason: unknown): boolean {
  return reason instanceof MetricsUnavailableError && reason.cause.code === 'no_answer';
}
