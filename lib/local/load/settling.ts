import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ENTRY_STATUSES } from '../../domain/entry.ts';
import type { Caller } from '../caller.ts';
import type { LivePost, ShownEntry } from './reckoning.ts';

interface SchedulePage {
  scheduled_posts: ShownEntry[];
  pagination: { next_cursor: string | null };
}

/** What the service says and what is live, of one moment. */
export interface Situation {
  entries: ShownEntry[];
  live: LivePost[];
}

const PAUSE_MS = 1_000;

/**
 * Waits until no entry of these workspaces is on its way: every one has ended, is unconfirmed, or was tried and
 * waits to be tried again. After `deadlineMs` answers the situation as it is then.
 *
 * @param origin of the service, where the simulated platforms are too.
 */
export async function whenSettled(origin: string, callers: Caller[], deadlineMs: number): Promise<Situation> {
  const endMs = Date.now() + deadlineMs;
  for (;;) {
    const open = await entriesOf(callers, [null]);
    const isOver = Date.now() > endMs;
    if (isOver || open.every(({ status, error }) => status === 'pending' && error !== null)) {
      const situation = await look(origin, callers);
      if (isOver || situation.isStill) return situation;
    }
    await sleep(PAUSE_MS);
  }
}

/** Reads the entries before and after the posts: when they differ, something moved in between. */
async function look(origin: string, callers: Caller[]): Promise<Situation & { isStill: boolean }> {
  const before = await entriesOf(callers, ENTRY_STATUSES);
  const live = (await (await fetch(`${origin}/_simulator/posts`)).json()) as LivePost[];
  const entries = await entriesOf(callers, ENTRY_STATUSES);
  return { entries, live, isStill: isDeepStrictEqual(before, entries) };
}

/** All entries in these statuses; null stands for those that are not yet finished. */
async function entriesOf(callers: Caller[], statuses: readonly (string | null)[]): Promise<ShownEntry[]> {
  const entries: ShownEntry[] = [];
  for (const call of callers) {
    for (const status of statuses) {
      const query = `/schedule?limit=100${status === null ? '' : `&status=${status}`}`;
      let cursor: string | null = '';
      while (cursor !== null) {
        const path: string = cursor === '' ? query : `${query}&cursor=${encodeURIComponent(cursor)}`;
        const page = (await call('GET', path)) as SchedulePage;
        entries.push(...page.scheduled_posts);
        cursor = page.pagination.next_cursor;
      }
    }
  }
  return entries;
}
