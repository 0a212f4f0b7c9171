import type { PublishError } from '../definition/publish-error.ts';
import type { FailedOutcome, PlatformMetrics } from '../publisher.ts';
import { classifyNoResponse } from './classification.ts';
import { parseJsonBody } from './json-response.ts';
import type { HttpResponse, RequestResult } from './request.ts';

// More than a hundred views per person on earth is not a count. Sums of smaller values stay below 2^53, beyond which
// the DynamoDB client throws and the bucket becomes unreadable.
const MAX_COUNT = 1_000_000_000_000;

/** Parse a count that a platform reports; null for anything but a whole number from 0 to 10^12. */
export function parseCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT ? value : null;
}

/** Add reported counts; null when one of them is not reported, because a partial sum would mislead. */
export function sumOrNull(...counts: (number | null)[]): number | null {
  return counts.reduce((total, next) => (total === null || next === null ? null : total + next), 0);
}

/** A rejected metrics request that would fail again. `found` contains the metrics that were read before. */
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
 * Parse the response to a request for all posts.
 *
 * @param classify classifies an error response of this platform.
 * @throws MetricsUnavailableError when the platform did not answer 200.
 */
export function parseBatch(result: RequestResult, classify: (answer: HttpResponse) => FailedOutcome): unknown {
  if (result.response === null) throw new MetricsUnavailableError(classifyNoResponse(result));
  if (result.response.status !== 200) throw new MetricsUnavailableError(classify(result.response));
  return parseJsonBody(result.response);
}

/**
 * Parse the response to a request for one post, or one metric of it; undefined when the platform rejected only this
 * request.
 *
 * @param classify classifies an error response of this platform.
 * @throws MetricsUnavailableError when the next request would fail too: token, rate limit, no response.
 */
export function parseOne(result: RequestResult, classify: (answer: HttpResponse) => FailedOutcome): unknown {
  if (result.response === null || result.response.status === 200) return parseBatch(result, classify);
  const outcome = classify(result.response);
  if (outcome.outcome === 'retry' || outcome.error.code === 'unauthorized') throw new MetricsUnavailableError(outcome);
  return undefined;
}

/** The number of concurrent requests where a platform has no batch request. */
const POST_CONCURRENCY = 5;

/**
 * Read posts in separate requests, five at a time. `read` returns null for a post that is left out.
 *
 * @throws MetricsUnavailableError with the metrics that were read before, when the platform rejects the requests.
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
    // One post without a response must not prevent the others from being read; a batch without any response does.
    const hasNoResponse = failed.length === batch.length;
    const last = failed.find((reason) => hasNoResponse || !isNoResponse(reason));
    if (last) throw last instanceof MetricsUnavailableError ? last.withPartialResults(found) : last;
  }
  return found;
}

function isNoResponse(reason: unknown): boolean {
  return reason instanceof MetricsUnavailableError && reason.cause.code === 'no_answer';
}
