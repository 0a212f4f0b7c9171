import { rejectContent, toRetry } from '../http/classification.ts';
import { isInLife } from '../preparation.ts';
import type { Preparation, PrepareFailure, Unfinished } from '../publisher.ts';
import { startOver } from './unfinished-upload.ts';

/** How long a platform may process a video before it is uploaded again. */
export const MAX_PROCESSING_MS = 30 * 60_000;

/** The waits before the looks at what a platform processes, in seconds. The last one repeats. */
const LOOK_DELAYS_SECONDS = [10, 20, 40];

/** What a platform reports about an uploaded video. `checkAfterSeconds`: when it wants to be asked again. */
export type Processing<Result = unknown> =
  | { state: 'ready'; result: Result }
  | { state: 'running'; checkAfterSeconds?: number | undefined }
  /** The platform has the upload no longer. */
  | { state: 'gone' }
  | { state: 'failed'; failure: PrepareFailure };

/** The platform that processes, and since when (ISO 8601). */
type Wait = { platformName: string; since: string };

/**
 * Build the state of a video that the platform could not process, with its reason. `isPassing`: another upload may succeed,
 * and the usual delays follow.
 */
export function toProcessingFailure(platformName: string, reason: string, isPassing = false): Processing<never> {
  const message = `${platformName} could not process the video${reason === '' ? '.' : `: ${reason.slice(0, 300)}`}`;
  const about = ['media_processing_failed', message.toWellFormed()] as const;
  return { state: 'failed', failure: isPassing ? toRetry(...about, 'platform') : rejectContent(...about) };
}

/**
 * Return what an attempt does about a video: it continues with one that is ready, and ends while the platform processes
 * it. Half an hour after `since`, the video is uploaded from the start.
 */
export async function afterProcessing<Result>(
  processing: Processing<Result>,
  wait: Wait,
  preparation: Preparation,
): Promise<{ outcome: 'ready'; result: Result } | PrepareFailure | Unfinished> {
  if (processing.state === 'ready') return { outcome: 'ready', result: processing.result };
  if (processing.state === 'gone') return startOver(preparation, wait.platformName);
  if (processing.state === 'failed') {
    // The next attempt, if there is one, must not ask for this upload again.
    if (processing.failure.error.code === 'media_processing_failed') await preparation.save({});
    return processing.failure;
  }
  if (isInLife(wait.since, MAX_PROCESSING_MS)) return lookAgain(processing, wait);
  await preparation.save({});
  return notReady(wait);
}

/** Ask once about a video. Null unless the platform still processes it within half an hour: an attempt then decides. */
export async function stillProcessing(ask: () => Promise<Processing>, wait: Wait): Promise<Unfinished | null> {
  if (!isInLife(wait.since, MAX_PROCESSING_MS)) return null;
  const processing = await ask();
  return processing.state === 'running' ? lookAgain(processing, wait) : null;
}

function lookAgain({ checkAfterSeconds }: { checkAfterSeconds?: number | undefined }, wait: Wait): Unfinished {
  const continueAfterSeconds = nextLookSeconds(wait.since, MAX_PROCESSING_MS, checkAfterSeconds);
  return { outcome: 'unfinished', error: notReady(wait).error, continueAfterSeconds };
}

/**
 * Compute the wait before the next look at what a platform processes since `since` (ISO 8601), in seconds: 10, 20, then 40
 * each, or as long as the platform asks for. The last look is at the end of `maxProcessingMs`, rounded up to a second.
 */
export function nextLookSeconds(since: string, maxProcessingMs: number, checkAfterSeconds = 0): number {
  const elapsedSeconds = (Date.now() - Date.parse(since)) / 1000;
  const waits = LOOK_DELAYS_SECONDS.values();
  let delaySeconds = 0;
  let endSeconds = 0;
  while (endSeconds <= elapsedSeconds) {
    delaySeconds = waits.next().value ?? delaySeconds;
    endSeconds += delaySeconds;
  }
  const leftSeconds = Math.max(1, Math.ceil(maxProcessingMs / 1000 - elapsedSeconds));
  return Math.min(Math.max(delaySeconds, checkAfterSeconds), leftSeconds);
}

function notReady({ platformName }: Wait) {
  return toRetry('media_not_ready', `${platformName} is still processing the video.`, 'platform');
}
