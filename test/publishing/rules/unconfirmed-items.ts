import type { ContentState } from '../../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import type { IdentifiedPost } from '../../../lib/content/rules/sends/post-identification.ts';
import { at, entryOn, NOW_MS, SEND_KEY, scheduled, withOutcome } from '../../content/rules/items.ts';

export const DUE_MS = NOW_MS + 3600_000;
export const MINUTE_MS = 60_000;

/** The send of these items at their time, whose outcome is unknown at once. */
const PREPARED = { container: 'c1' };
export const SEND = { key: SEND_KEY, sent_at: at(3600), ended_at: at(3600), part: 0, prepared_state: PREPARED };
export const LIVE: IdentifiedPost = {
  platformPostId: 'p1',
  url: 'https://x.com/i/web/status/1',
  publishedAtMs: DUE_MS,
  send: SEND,
};

/** An item whose post to Twitter is unconfirmed since its send; `changes` apply to its entry. */
export function unconfirmedOnTwitter(changes: Partial<ScheduleEntry> = {}): ContentState & { entry: ScheduleEntry } {
  const state = withOutcome(scheduled('twitter'), 'twitter', 'unconfirmed');
  const entry = { ...entryOn(state, 'twitter'), ...changes };
  return { content: state.content, entries: [entry], entry };
}

export function entryAfter({ entries: [entry] }: ContentState): ScheduleEntry {
  return entry!;
}
