import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ENTRY_STATUSES } from '../../../lib/content/rules/schedule-entry.ts';
import type { JsonApiClient } from '../../../tools/local-stack/api-client.ts';
import type { ListedEntry, LivePost } from './outcome-report.ts';

interface SchedulePage {
  scheduled_posts: ListedEntry[];
  pagination: { next_cursor: string | null };
}

/** Reported entries and live posts, read at the same time. */
export interface OutcomeSnapshot {
  entries: ListedEntry[];
  live: LivePost[];
}

const PAUSE_MS = 1_000;

/**
 * Wait until no entry of these workspaces is on its way: every one has ended, is unconfirmed, or was tried and
 * waits to be tried again. After `deadlineMs` answers the situation as it is then.
 *
 * @param origin of the service, where the simulated platforms are too.
 */
export async function waitUntilFinished(
  origin: string,
  clients: JsonApiClient[],
  deadlineMs: number,
): Promise<OutcomeSnapshot> {
  const endMs = Date.now() + deadlineMs;
  for (;;) {
    const open = await entriesOf(clients, [null]);
    const isOver = Date.now() > endMs;
    if (isOver || open.every(({ status, error }) => status === 'pending' && error !== null)) {
      const situation = await look(origin, clients);
      if (isOver || situation.isStill) return situation;
    }
    await sleep(PAUSE_MS);
  }
}

/** Read the entries before and after the posts: when they differ, something moved in between. */
async function look(origin: string, clients: JsonApiClient[]): Promise<OutcomeSnapshot & { isStill: boolean }> {
  const before = await entriesOf(clients, ENTRY_STATUSES);
  const live = (await (await fetch(`${origin}/_simulator/posts`)).json()) as LivePost[];
  const entries = await entriesOf(clients, ENTRY_STATUSES);
  return { entries, live, isStill: isDeepStrictEqual(before, entries) };
}

/** All entries in these statuses; null stands for those that are not yet finished. */
async function entriesOf(clients: JsonApiClient[], statuses: readonly (string | null)[]): Promise<ListedEntry[]> {
  const entries: ListedEntry[] = [];
  for (const call of clients) {
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
