import { answerJson } from './answer.ts';
import { classifySilence } from './classification.ts';
import type { Outcome, PostMetrics } from './publisher.ts';
import type { Answer, RequestResult } from './request.ts';

/** A number as a platform reports it; null for anything that is not a non-negative whole number. */
export function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The sum of reported numbers; null when one of them is not reported, for a partial sum would mislead. */
export function sum(...counts: (number | null)[]): number | null {
  return counts.reduce((total, next) => (total === null || next === null ? null : total + next), 0);
}

type Refused = Exclude<Outcome, { outcome: 'published' }>;

function metricsRefused(outcome: Refused): Error {
  return new Error(`No numbers: ${outcome.error.message}`, { cause: outcome.error });
}

/**
 * The JSON of a request that asks for all posts at once.
 *
 * @param classify what a refusal means on this platform.
 * @throws Error with `cause: PublishError` when the platform did not answer 200.
 */
export function readBatch(result: RequestResult, classify: (answer: Answer) => Refused): unknown {
  if (result.answer === null) throw metricsRefused(classifySilence(result));
  if (result.answer.status !== 200) throw metricsRefused(classify(result.answer));
  return answerJson(result.answer);
}

/**
 * The JSON of a request that asks for one post, or for one number of it; undefined when the platform did
 * not answer for that one.
 *
 * @param classify what a refusal means on this platform.
 * @throws Error with `cause: PublishError` when the next request would meet the same refusal: the token,
 *   a limit, no connection.
 */
export function readOne(result: RequestResult, classify: (answer: Answer) => Refused): unknown {
  if (result.answer?.status === 200) return answerJson(result.answer);
  const outcome = result.answer === null ? classifySilence(result) : classify(result.answer);
  if (outcome.outcome === 'retry' || outcome.error.code === 'unauthorized') throw metricsRefused(outcome);
  return undefined;
}

/** How many posts are asked for at the same time where a platform has no batch request. */
const POSTS_AT_ONCE = 5;

/**
 * Reads posts one by one, a few at the same time. `read` answers null for a post that is left out.
 * When the platform turns the reading away midway, what was read until then is returned; when it does so
 * at the start, the error passes through.
 */
export async function readEach(
  platformPostIds: string[],
  read: (platformPostId: string) => Promise<PostMetrics | null>,
): Promise<PostMetrics[]> {
  const found: PostMetrics[] = [];
  for (let start = 0; start < platformPostIds.length; start += POSTS_AT_ONCE) {
    try {
      const batch = await Promise.all(platformPostIds.slice(start, start + POSTS_AT_ONCE).map(read));
      found.push(...batch.filter((metrics) => metrics !== null));
    } catch (error) {
      if (found.length === 0) throw error;
      return found;
    }
  }
  return found;
}
