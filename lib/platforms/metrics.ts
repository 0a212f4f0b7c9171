import { classifyNoResponse } from './classification.ts';
import { parseJsonBody } from './json-response.ts';
import type { PlatformMetrics, PublishError, PublishOutcome } from './publisher.ts';
import type { HttpResponse, RequestResult } from './request.ts';

// More than a hundred views per person on earth is not a count. Sums of smaller values stay below 2^53, beyond which
// the DynamoDB client throws and the bucket becomes unreadable.
const MAX_COUNT = 1_000_000_000_000;

/** A number as a platform reports it; null for anything that is no whole number from 0 to 10^12. */
export function parseCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_COUNT
    ? value
    : null;
}

/** The sum of reported numbers; null when one of them is not reported, for a partial sum would mislead. */
export function sumOrNull(...counts: (number | null)[]): number | null {
  return counts.reduce((total, next) => (total === null || next === null ? null : total + next), 0);
}

type FailedOutcome = Exclude<PublishOutcome, { outcome: 'published' }>;

/**
 * A platform turned a reading away: asked again at once, it would do the same. `found` is what it answered
 * before, `retryAfterSeconds` how long it wants to be left alone, where it says so.
 */
export class MetricsUnavailableError extends Error {
  override readonly cause: PublishError;
  readonly retryAfterSeconds: number | null;
  readonly found: PlatformMetrics[];

  constructor(outcome: FailedOutcome, found: PlatformMetrics[] = []) {
    super(`No numbers: ${outcome.error.message}`);
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
 * The JSON of a request that asks for all posts at once.
 *
 * @param classify classifies an error response of this platform.
 * @throws MetricsUnavailableError when the platform did not answer 200.
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
 * The JSON of a request that asks for one post, or for one number of it; undefined when the platform did
 * not answer for that one.
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

/** How many posts are asked for at the same time where a platform has no batch request. */
export const POST_CONCURRENCY = 5;

/**
 * Reads posts one by one, a few at the same time. `read` answers null for a post that is left out.
 * @throws MetricsUnavailableError with what was read until then, when the platform turned the reading away.
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
    // One post the platform is silent about must not keep the others from being read; silence about all does.
    const isDeaf = failed.length === batch.length;
    const last = failed.find((reason) => isDeaf || !isNoResponse(reason));
    if (last) throw last instanceof MetricsUnavailableError ? last.withPartialResults(found) : last;
  }
  return found;
}

function isNoResponse(reason: unknown): boolean {
  return reason instanceof MetricsUnavailableError && reason.cause.code === 'no_answer';
}
