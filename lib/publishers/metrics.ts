import { answerJson } from './answer.ts';
import { classifySilence } from './classification.ts';
import type { Outcome, PostMetrics, PublishError } from './publisher.ts';
import type { Answer, RequestResult } from './request.ts';

// A hundred views for everybody on earth: what is more is no count. Sums of what is less stay where the client of
// the table reads them; of one beyond 2^53 it makes an error, and nobody would see that bucket's numbers again.
const MOST = 1_000_000_000_000;

/** A number as a platform reports it; null for anything that is no whole number from 0 to 10^12. */
export function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST ? value : null;
}

/** The sum of reported numbers; null when one of them is not reported, for a partial sum would mislead. */
export function sum(...counts: (number | null)[]): number | null {
  return counts.reduce((total, next) => (total === null || next === null ? null : total + next), 0);
}

type Refused = Exclude<Outcome, { outcome: 'published' }>;

/**
 * A platform turned a reading away: asked again at once, it would do the same. `found` is what it answered
 * before, `retryAfterSeconds` how long it wants to be left alone, where it says so.
 */
export class ReadingRefused extends Error {
  override readonly cause: PublishError;
  readonly retryAfterSeconds: number | null;
  readonly found: PostMetrics[];

  constructor(outcome: Refused, found: PostMetrics[] = []) {
    super(`No numbers: ${outcome.error.message}`);
    this.name = 'ReadingRefused';
    this.cause = outcome.error;
    this.retryAfterSeconds = outcome.outcome === 'retry' ? outcome.retryAfterSeconds : null;
    this.found = found;
  }

  /** The same refusal, with what was read before it. */
  after(found: PostMetrics[]): ReadingRefused {
    const { cause: error, retryAfterSeconds } = this;
    return new ReadingRefused({ outcome: 'retry', error, retryAfterSeconds }, found);
  }
}

/**
 * The JSON of a request that asks for all posts at once.
 *
 * @param classify what a refusal means on this platform.
 * @throws ReadingRefused when the platform did not answer 200.
 */
export function readBatch(result: RequestResult, classify: (answer: Answer) => Refused): unknown {
  if (result.answer === null) throw new ReadingRefused(classifySilence(result));
  if (result.answer.status !== 200) throw new ReadingRefused(classify(result.answer));
  return answerJson(result.answer);
}

/**
 * The JSON of a request that asks for one post, or for one number of it; undefined when the platform did
 * not answer for that one.
 *
 * @param classify what a refusal means on this platform.
 * @throws ReadingRefused when the next request would meet the same refusal: the token, a limit, no answer.
 */
export function readOne(result: RequestResult, classify: (answer: Answer) => Refused): unknown {
  if (result.answer?.status === 200) return answerJson(result.answer);
  if (result.answer === null) throw new ReadingRefused(classifySilence(result));
  const outcome = classify(result.answer);
  if (outcome.outcome === 'retry' || outcome.error.code === 'unauthorized') throw new ReadingRefused(outcome);
  return undefined;
}

/** How many posts are asked for at the same time where a platform has no batch request. */
export const POSTS_AT_ONCE = 5;

/**
 * Reads posts one by one, a few at the same time. `read` answers null for a post that is left out.
 * @throws ReadingRefused with what was read until then, when the platform turned the reading away.
 */
export async function readEach(
  platformPostIds: string[],
  read: (platformPostId: string) => Promise<PostMetrics | null>,
): Promise<PostMetrics[]> {
  const found: PostMetrics[] = [];
  for (let start = 0; start < platformPostIds.length; start += POSTS_AT_ONCE) {
    const batch = await Promise.allSettled(platformPostIds.slice(start, start + POSTS_AT_ONCE).map(read));
    found.push(...batch.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : [])));
    const failed = batch.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    // One post the platform is silent about must not keep the others from being read; silence about all does.
    const isDeaf = failed.length === batch.length;
    const last = failed.find((reason) => isDeaf || !isSilence(reason));
    if (last) throw last instanceof ReadingRefused ? last.after(found) : last;
  }
  return found;
}

function isSilence(reason: unknown): boolean {
  return reason instanceof ReadingRefused && reason.cause.code === 'no_answer';
}
