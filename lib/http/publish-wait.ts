import { setTimeout as sleep } from 'node:timers/promises';
import { contentData } from '../domain/events.ts';
import { notFound } from '../domain/refusal.ts';
import { loadContent } from '../table/content.ts';
import type { Reply } from './call.ts';
import { contentReply } from './content-reply.ts';

const PATIENCE_MS = 20_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Waits for an item that is being published: 200 with what came of it once every platform has answered,
 * 202 `publishing` when that takes more than 20 s. Contract, section 3.
 */
export async function outcomeOfPublishing(workspaceId: string, contentId: string): Promise<Reply> {
  const endMs = Date.now() + PATIENCE_MS;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    await sleep(pauseMs);
    const content = await loadContent(workspaceId, contentId);
    if (!content) throw notFound();
    const isMoving = content.status === 'scheduled' || content.status === 'publishing';
    if (!isMoving) return { status: 200, ...contentReply(content) };
    if (Date.now() + pauseMs > endMs) {
      // Without an entity tag: an item of this version may still say `scheduled` where it is read.
      return { status: 202, body: { ...contentData(content), status: 'publishing' } };
    }
  }
}
