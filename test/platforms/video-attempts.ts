import { afterEach, beforeEach, vi } from 'vitest';
import type { Media } from '../../lib/platforms/kit/definition/platform-definition.ts';
import type { PlatformConnection, PreparedState, Publisher } from '../../lib/platforms/kit/publisher.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { ACCOUNTS, makePreparation, startSimulator } from './platforms.ts';
import { makeLibrary, makeVideo } from './videos.ts';

/** One attempt to prepare a post with a video. `more` is added to the connection. */
export interface VideoAttempt {
  saved?: PreparedState | null;
  media?: Media[];
  hasTime?: () => boolean;
  read?: (fromByte: number) => unknown;
  more?: Partial<PlatformConnection>;
}

/** Call once at the top of a test file: every test has a simulator with the account of the platform. */
export function setupVideoAttempts(
  platform: Platform & keyof typeof ACCOUNTS,
  publisher: Publisher,
  deadlineMs = 2_000,
) {
  const account = ACCOUNTS[platform];
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  beforeEach(async () => {
    simulator = await startSimulator();
    await simulator.register({ platform, account: account.externalId, access_token: account.accessToken });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await simulator[Symbol.asyncDispose]();
  });

  /** Prepare once; returns the outcome, what was saved last, and what was read of the file. */
  const prepare = async ({ saved = null, media = [makeVideo()], hasTime, read, more = {} }: VideoAttempt = {}) => {
    const preparation = makePreparation(saved, hasTime, false);
    const { openMedia, reads } = makeLibrary(read);
    const connection = { ...simulator.connection(platform, deadlineMs), ...more, openMedia };
    const outcome = await publisher.prepare({ text: 'Hello', media }, account, connection, preparation);
    return { outcome, saved: preparation.saved, reads };
  };
  const publish = async (attempt: VideoAttempt = {}) => {
    const { outcome } = await prepare(attempt);
    if (outcome.outcome !== 'prepared') throw new Error(JSON.stringify(outcome));
    return publisher.send({ text: 'Hello', media: [] }, outcome.preparation, account, simulator.connection(platform));
  };
  return { account, simulator: () => simulator, prepare, publish };
}
