import { setTimeout as sleep } from 'node:timers/promises';
import { rejectContent, toRetry } from '../http/classification.ts';
import { isInLife } from '../preparation.ts';
import type { Preparation, PrepareFailure, Unfinished } from '../publisher.ts';

/** How long a platform may process a video before it is uploaded again. */
const MAX_PROCESSING_MS = 30 * 60_000;

const FIRST_POLL_MS = 1_000;
const MAX_POLL_MS = 10_000;

/** What a platform reports about an uploaded video. `checkAfterSeconds`: when it wants to be asked again. */
export type Processing<Result = unknown> =
  | { state: 'ready'; result: Result }
  | { state: 'running'; checkAfterSeconds?: number | undefined }
  | { state: 'failed'; failure: PrepareFailure };

/** Build the state of a video that the platform could not process, with its reason. */
export function toProcessingFailure(platformName: string, reason: string): Processing<never> {
  const message = `${platformName} could not process the video${reason === '' ? '.' : `: ${reason.slice(0, 300)}`}`;
  return { state: 'failed', failure: rejectContent('media_processing_failed', message.toWellFormed()) };
}

/**
 * Poll until a video is processed, while the attempt has time and no longer than the deadline of one request. Later
 * attempts continue, until half an hour after `since` (ISO 8601); then it is uploaded from the start.
 */
export async function waitForProcessing<Result>(
  poll: () => Promise<Processing<Result>>,
  { platformName, since, deadlineMs }: { platformName: string; since: string; deadlineMs: number },
  preparation: Preparation,
): Promise<{ outcome: 'ready'; result: Result } | PrepareFailure | Unfinished> {
  const endMs = performance.now() + deadlineMs;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_POLL_MS)) {
    const processing = await poll();
    if (processing.state === 'ready') return { outcome: 'ready', result: processing.result };
    if (processing.state === 'failed') {
      // The next attempt, if there is one, must not ask for this upload again.
      if (processing.failure.error.code === 'media_processing_failed') await preparation.save({});
      return processing.failure;
    }
    const waitMs = (processing.checkAfterSeconds ?? 0) * 1000 || pauseMs;
    if (performance.now() + waitMs >= endMs || !preparation.hasTime())
      return toNotReady(platformName, since, preparation);
    await sleep(waitMs);
  }
}

async function toNotReady(
  platformName: string,
  since: string,
  preparation: Preparation,
): Promise<PrepareFailure | Unfinished> {
  const retry = toRetry('media_not_ready', `${platformName} is still processing the video.`, 'platform');
  if (isInLife(since, MAX_PROCESSING_MS)) return { outcome: 'unfinished', error: retry.error };
  await preparation.save({});
  return retry;
}
