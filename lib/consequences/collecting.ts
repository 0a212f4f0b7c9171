import { POSTS_A_READ } from '../domain/measurement.ts';
import { log } from '../log.ts';
import { dueMeasurementKeys, loadMeasurements } from '../table/measurement.ts';
import { type QueuedMessage, readingQueueUrl, sendAllFairly } from './queues.ts';
import type { ReadingMessage } from './reading.ts';

export const POSTS_A_RUN = 20_000;
// So many are in memory at a time.
const LOADED_AT_ONCE = 5_000;
// Within the function's five minutes: what a run does not get to is due again in the next.
const RUN_MS = 270_000;

/**
 * Finds the posts whose numbers are due, oldest first, and hands them out to be read: a message for every account
 * and as many of its posts as its platform answers at once. Nothing is marked as handed out: whoever reads says
 * when a post is due next, and a second message about it finds that nothing is.
 */
export async function collectDue(nowMs: number): Promise<void> {
  const keys = await dueMeasurementKeys(new Date(nowMs).toISOString(), POSTS_A_RUN);
  // The posts of a workspace stay together, so that its accounts are not asked in pieces.
  const workspaces = [...Map.groupBy(keys, ({ pk }) => pk).values()];
  let handedOut = 0;
  for (let start = 0; start < workspaces.length; ) {
    const part: typeof keys = [];
    while (start < workspaces.length && part.length < LOADED_AT_ONCE) part.push(...workspaces[start++]!);
    if (Date.now() - nowMs > RUN_MS) {
      log.warn('the run ended before everything due was handed out', {
        due: keys.length,
        handed_out: handedOut,
      });
      return;
    }
    const { records, unreadable } = await loadMeasurements(part);
    if (unreadable > 0) log.error('measurements of a newer schema were left alone', { unreadable });
    const groups = Map.groupBy(records, (each) => `${each.workspace_id}\n${each.platform}`);
    await sendAllFairly(readingQueueUrl(), [...groups.values()].flatMap(messagesOf));
    handedOut += records.length;
  }
}

/** Posts of one account, as messages. They are told apart by platform, so that a slow one does not hold up others. */
function messagesOf(posts: { id: string; workspace_id: string; platform: ReadingMessage['platform'] }[]) {
  const { workspace_id, platform } = posts[0]!;
  const messages: QueuedMessage[] = [];
  for (let start = 0; start < posts.length; start += POSTS_A_READ[platform]) {
    const ids = posts.slice(start, start + POSTS_A_READ[platform]).map(({ id }) => id);
    const message: ReadingMessage = { workspace_id, platform, ids };
    messages.push({ message, group: platform });
  }
  return messages;
}
