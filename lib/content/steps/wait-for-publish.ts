import { setTimeout as sleep } from 'node:timers/promises';
import { notFoundError } from '../../core/problems/request-errors.ts';
import { isTransient } from '../../core/retry/transient-errors.ts';
import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { limitInFlight } from '../../identity/steps/in-flight-limit.ts';
import { haltMark } from '../rules/schedule-entry.ts';
import type { Reader } from '../rules/view/readable-texts.ts';
import { loadContent } from '../store/contents.ts';
import { contentResponse } from './content-response.ts';

const MAX_WAIT_MS = 20_000;
const MAX_PAUSE_MS = 1_000;

/**
 * Wait until a content item is published or failed on every platform. Returns 200 with the item, or 202 `publishing`
 * when that takes more than 20 s (docs/reference/content.md), or at once when other requests of the workspace are
 * waiting, or when publishing is halted. A transient error of the table ends the wait too: the item is published all the same, so it is not an error.
 */
export async function waitForPublish(
  contentId: string,
  reader: Reader,
  settings: WorkspaceSettings,
): Promise<HandlerResult> {
  const respondNow = () => readUntilPublished(contentId, reader, settings, 0);
  const wait = () => readUntilPublished(contentId, reader, settings, MAX_WAIT_MS);
  try {
    return await limitInFlight({ workspaceId: settings.workspace_id, operation: 'content.update' }, wait, respondNow);
  } catch (error) {
    if (!isTransient(error)) throw error;
    return respondNow();
  }
}

async function readUntilPublished(
  contentId: string,
  reader: Reader,
  settings: WorkspaceSettings,
  maxWaitMs: number,
): Promise<HandlerResult> {
  const deadlineMs = Date.now() + maxWaitMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)) {
    await sleep(pauseMs);
    const content = await loadContent(settings.workspace_id, contentId);
    if (!content) throw notFoundError();
    const isInProgress = content.status === 'scheduled' || content.status === 'publishing';
    if (!isInProgress) return { status: 200, ...(await contentResponse(content, reader, Date.now(), { settings })) };
    const isHalted = Object.values(content.targets).some((target) => haltMark(settings.halts, target) !== null);
    if (isHalted || Date.now() + pauseMs > deadlineMs) {
      // Without an entity tag: a read of this version may still return `scheduled`.
      const { body } = await contentResponse(content, reader, Date.now(), { settings });
      return { status: 202, body: { ...body, status: 'publishing' } };
    }
  }
}
