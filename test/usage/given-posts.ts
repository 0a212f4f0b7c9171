import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { newEntry } from '../../lib/content/rules/schedule-entry.ts';

export const ACCOUNT = 'acc_01K00000000000000000000000';

/** An entry of X, due at ten. */
export function pendingEntry(fields: Partial<ScheduleEntry> = {}): ScheduleEntry {
  const entry = newEntry({
    id: 'ent_01K00000000000000000000000',
    workspaceId: 'ws_01K00000000000000000000000',
    contentId: 'cnt_01K00000000000000000000000',
    groupId: 'grp_01K00000000000000000000000',
    platform: 'twitter',
    accountId: ACCOUNT,
    scheduledAt: '2026-08-03T10:00:00.000Z',
    unconfirmed_send: null,
    createdAt: '2026-08-01T10:00:00.000Z',
  });
  return { ...entry, ...fields };
}

/** The next version of an entry. */
export function next(entry: ScheduleEntry, fields: Partial<ScheduleEntry>): ScheduleEntry {
  return { ...entry, ...fields, version: entry.version + 1 };
}

/** The entry while its post is sent. */
export function sending(entry: ScheduleEntry, ...texts: string[]): ScheduleEntry {
  return next(entry, { state: 'sending', prepared_state: { texts } });
}

/** The entry once its post is live. */
export function published(entry: ScheduleEntry, published_at: string): ScheduleEntry {
  return next(entry, { state: 'published', published_at, prepared_state: null });
}
