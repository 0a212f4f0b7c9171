import type { Content, ContentState, ContentStatus } from '../../lib/domain/content.ts';
import { newContent } from '../../lib/domain/content-editing.ts';
import type { Entry, EntryError } from '../../lib/domain/entry.ts';
import { formatInstant } from '../../lib/domain/instant.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import { claim, type Settlement, settle, startSending } from '../../lib/domain/publishing.ts';
import { doubt } from '../../lib/domain/reconciliation.ts';
import { cancelPending, type SchedulingIds, schedule } from '../../lib/domain/scheduling.ts';

/** 2027-03-01T09:00:00Z: the time at which these tests happen. */
export const NOW_MS = Date.UTC(2027, 2, 1, 9);
export const LIMIT_SECONDS = 6 * 3600;

export const DECLINED: EntryError = {
  code: 'declined',
  message: 'The platform said no.',
  category: 'content',
  retryable: false,
};

export const UNANSWERED: EntryError = {
  code: 'no_answer',
  message: 'No answer came; the post may be live.',
  category: 'platform',
  retryable: false,
};

/** A time `seconds` after the tests' now, as the API writes it. */
export function at(seconds: number): string {
  return formatInstant(NOW_MS + seconds * 1000);
}

/** Ids of one change: `grp_<name>`, `scd_<name>0`, `scd_<name>1`, … */
export function idsNamed(name: string): SchedulingIds {
  return { groupId: `grp_${name}`, entryIds: [0, 1, 2].map((index) => `scd_${name}${index}`) };
}

/** An item without a time, which any platform would take: with a picture, because Instagram wants one. */
export function draft(...platforms: Platform[]): ContentState {
  const media = [{ url: 'https://media.example/a.jpg', type: 'image' as const }];
  const content = newContent(
    { title: 'Title', description: 'Description', platforms, media },
    { id: 'cnt_1', workspaceId: 'ws_1', userId: 'usr_1' },
    NOW_MS,
  );
  return { content, entries: [] };
}

/** An item with a pending entry for each of its platforms, due an hour from now. */
export function scheduled(...platforms: Platform[]): ContentState {
  return schedule(draft(...platforms).content, platforms, at(3600), idsNamed('a'), NOW_MS);
}

/** How far one entry went: claimed by a worker, sending, or settled. What is unconfirmed is still looked up. */
export type Fate = 'pending' | 'claimed' | 'sending' | 'published' | 'failed' | 'unconfirmed' | 'cancelled';

/** The item after one of its entries went on from pending, by the rules themselves, at its time. */
export function withFate(state: ContentState, platform: Platform, fate: Fate): ContentState {
  const timeMs = Date.parse(entryOn(state, platform).scheduled_at);
  if (fate === 'pending') return state;
  if (fate === 'cancelled') {
    return stepped(state, platform, (content, entry) =>
      cancelPending({ content, entries: [entry] }, 'draft', timeMs),
    );
  }
  const claimed = stepped(state, platform, (content, entry) =>
    claim(content, entry, `att_${platform}`, timeMs),
  );
  if (fate === 'claimed') return claimed;
  const sending = stepped(claimed, platform, (content, entry) =>
    startSending(content, entry, { container: 'c1' }, timeMs),
  );
  if (fate === 'sending') return sending;
  return stepped(sending, platform, (content, entry) => {
    if (fate === 'unconfirmed') return doubt(content, entry, UNANSWERED, timeMs);
    const settlement: Settlement =
      fate === 'published'
        ? { outcome: fate, platformPostId: `post-${platform}`, url: null }
        : { outcome: 'rejected', error: DECLINED };
    return settle(content, entry, settlement, timeMs, LIMIT_SECONDS);
  });
}

/** The item after a rule moved the entry of one platform. */
export function stepped(
  state: ContentState,
  platform: Platform,
  rule: (content: Content, entry: Entry) => ContentState,
): ContentState {
  const next = rule(state.content, entryOn(state, platform));
  const entries = state.entries.map((old) => next.entries.find((entry) => entry.id === old.id) ?? old);
  return { content: next.content, entries };
}

/** An item for Instagram and Twitter whose entries had these fates. */
export function afterFates(instagram: Fate, twitter: Fate): ContentState {
  return withFate(withFate(scheduled('instagram', 'twitter'), 'instagram', instagram), 'twitter', twitter);
}

/** An item in each status. Nothing leads to the statuses of an approval yet, so these are only written. */
export function itemThatIs(status: ContentStatus): ContentState {
  if (status === 'scheduled') return scheduled('instagram', 'twitter');
  if (status === 'publishing') return afterFates('claimed', 'sending');
  if (status === 'published') return afterFates('published', 'published');
  if (status === 'partially_published') return afterFates('published', 'failed');
  if (status === 'failed') return afterFates('failed', 'failed');
  if (status === 'unconfirmed') return afterFates('unconfirmed', 'published');
  if (status === 'cancelled') return cancelPending(scheduled('instagram', 'twitter'), 'cancelled', NOW_MS);
  const state = draft('instagram', 'twitter');
  return { ...state, content: { ...state.content, status } };
}

export function entryOn(state: ContentState, platform: Platform): Entry {
  const entry = state.entries.find((each) => each.platform === platform);
  if (!entry) throw new Error(`No entry for ${platform}.`);
  return entry;
}
