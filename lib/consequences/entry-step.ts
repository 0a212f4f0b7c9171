import { setTimeout as sleep } from 'node:timers/promises';
import type { Content, ContentState } from '../domain/content.ts';
import type { Entry } from '../domain/entry.ts';
import { entryError } from '../domain/entry-error.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { commit, LostRace } from '../table/commit.ts';
import { contentWrites, loadContent } from '../table/content.ts';
import { entryWrite, loadEntry } from '../table/entry.ts';

const RACES = 20;

/**
 * Commits one step of an entry, with the item that follows from it, and answers the entry after it. Null when
 * somebody else has moved the entry: then this worker has no business with it any more. When only the item
 * was changed, tries again. An entry whose item was deleted has nothing more to do.
 */
export async function takeStep(
  entry: Entry,
  rule: (content: Content) => ContentState,
  step: string,
): Promise<Entry | null> {
  for (let race = 1; race <= RACES; race++) {
    const content = await loadContent(entry.workspace_id, entry.content_id);
    const next = content && rule(content);
    try {
      if (!content || !next) {
        await commit([entryWrite(entry, { ...entry, due_at: null })]);
        return null;
      }
      await commit(contentWrites({ content, entries: [entry] }, next));
      const after = next.entries[0]!;
      logStep(after, step);
      countEnd(after);
      return { ...after, version: entry.version + 1 };
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      const now = await loadEntry(entry.workspace_id, entry.id);
      if (now?.version !== entry.version) return null;
      await sleep(Math.random() * 20 * race);
    }
  }
  throw new Error(`Entry ${entry.id} could not be moved: its item kept changing.`);
}

/** Counts how an entry ended. One that failed for being too late is late by what has passed until now. */
function countEnd({ state, due_at, platform, scheduled_at, late_by_seconds, error }: Entry): void {
  if (state === 'published') {
    measure('PostsPublished', 1, platform);
    measure('PostLateness', late_by_seconds ?? 0, platform);
  } else if (state === 'failed') {
    measure('PostsFailed', 1, platform);
    if (error?.code !== entryError('too_late').code) return;
    measure('PostLateness', Math.round((Date.now() - Date.parse(scheduled_at)) / 1000), platform);
  } else if (state === 'unconfirmed' && due_at === null) {
    measure('PostsUnconfirmed', 1, platform);
  }
}

function logStep(entry: Entry, step: string): void {
  log.info('publishing', {
    step,
    workspace_id: entry.workspace_id,
    content_id: entry.content_id,
    schedule_id: entry.id,
    platform: entry.platform,
    attempt_id: entry.attempt?.id,
    error_code: entry.error?.code,
  });
}
