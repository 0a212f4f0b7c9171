import { applyApprovalAction } from '../../../lib/content/rules/approval/approval.ts';
import type { ApprovalAction } from '../../../lib/content/rules/approval/approval-states.ts';
import { newContent } from '../../../lib/content/rules/change/new-content.ts';
import type { Content, ContentState, ContentStatus } from '../../../lib/content/rules/content.ts';
import type { ApprovalStatus } from '../../../lib/content/rules/content-approval.ts';
import { cancelPending } from '../../../lib/content/rules/schedule/cancellation.ts';
import { type SchedulingIds, schedule } from '../../../lib/content/rules/schedule/scheduling.ts';
import type { EntryError, ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import { formatInstant } from '../../../lib/core/values/timestamps.ts';
import { defaultSettings } from '../../../lib/identity/rules/workspace-settings.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import {
  applyPublishOutcome,
  claim,
  type PublishOutcome,
  startSending,
} from '../../../lib/publishing/rules/publish-transitions.ts';
import { markUnconfirmed } from '../../../lib/publishing/rules/unconfirmed-transitions.ts';

/** 2027-03-01T09:00:00Z: the current time in these tests. */
export const NOW_MS = Date.UTC(2027, 2, 1, 9);
export const LIMIT_SECONDS = 6 * 3600;

export const DECLINED: EntryError = {
  code: 'declined',
  message: 'The platform rejected the post.',
  category: 'content',
  retryable: false,
};

export const UNANSWERED: EntryError = {
  code: 'no_answer',
  message: 'No response was received; the post may be live.',
  category: 'platform',
  retryable: false,
};

/** Format the time `seconds` after NOW_MS as the API does. */
export function at(seconds: number): string {
  return formatInstant(NOW_MS + seconds * 1000);
}

/** Build the ids of one change: `grp_<name>`, `scd_<name>0`, `scd_<name>1`, … */
export function idsNamed(name: string): SchedulingIds {
  return { groupId: `grp_${name}`, entryIds: [0, 1, 2].map((index) => `scd_${name}${index}`) };
}

/** A draft that every platform accepts: with an image, because Instagram requires one. */
export function draft(...platforms: Platform[]): ContentState {
  const media = [{ url: 'https://media.example/a.jpg', type: 'image' as const }];
  const content = newContent(
    { title: 'Title', description: 'Description', platforms, media },
    { id: 'cnt_1', workspaceId: 'ws_1', userId: 'usr_1' },
    NOW_MS,
  );
  return { content, entries: [] };
}

/** An item with a pending entry for each of its platforms, due in an hour. */
export function scheduled(...platforms: Platform[]): ContentState {
  return schedule(draft(...platforms).content, platforms, at(3600), idsNamed('a'), NOW_MS);
}

/** Progress of an entry: claimed, sending, or settled. An unconfirmed entry still has checks. */
/** The account and the text that every send of these items has. */
export const SEND_KEY = 'account-and-text';
/** What is prepared where it is neither a container nor its uploads. */
const PREPARED: Partial<Record<Platform, ScheduleEntry['prepared_state']>> = { bluesky: { recordKey: '3k' } };
/** What an entry with the sends of these items sends next. */
export const NEXT_SEND = { key: SEND_KEY, externalId: 'account' };

export type SimulatedOutcome = 'pending' | 'claimed' | 'sending' | 'published' | 'failed' | 'unconfirmed' | 'cancelled';

/** Advance one entry of an item from pending to `outcome` at its time, by the rules under test. */
export function withOutcome(state: ContentState, platform: Platform, outcome: SimulatedOutcome): ContentState {
  const timeMs = Date.parse(entryOn(state, platform).scheduled_at);
  if (outcome === 'pending') return state;
  if (outcome === 'cancelled') {
    return applyToEntry(state, platform, (content, entry) =>
      cancelPending({ content, entries: [entry] }, 'draft', timeMs),
    );
  }
  const claimed = applyToEntry(state, platform, (content, entry) => claim(content, entry, `att_${platform}`, timeMs));
  if (outcome === 'claimed') return claimed;
  const sending = applyToEntry(claimed, platform, (content, entry) =>
    startSending(content, entry, { preparedState: PREPARED[platform] ?? { container: 'c1' }, key: SEND_KEY }, timeMs),
  );
  if (outcome === 'sending') return sending;
  return applyToEntry(sending, platform, (content, entry) => {
    if (outcome === 'unconfirmed') return markUnconfirmed(content, entry, UNANSWERED, timeMs);
    const settlement: PublishOutcome =
      outcome === 'published'
        ? { outcome: outcome, platformPostId: `post-${platform}`, url: null }
        : { outcome: 'rejected', error: DECLINED };
    return applyPublishOutcome(content, entry, settlement, timeMs, LIMIT_SECONDS);
  });
}

/** Apply a rule to the entry of one platform. */
export function applyToEntry(
  state: ContentState,
  platform: Platform,
  rule: (content: Content, entry: ScheduleEntry) => ContentState,
): ContentState {
  const next = rule(state.content, entryOn(state, platform));
  const entries = state.entries.map((old) => next.entries.find((entry) => entry.id === old.id) ?? old);
  return { content: next.content, entries };
}

/** An item for Instagram and Twitter whose entries have these outcomes. */
export function afterOutcomes(instagram: SimulatedOutcome, twitter: SimulatedOutcome): ContentState {
  return withOutcome(withOutcome(scheduled('instagram', 'twitter'), 'instagram', instagram), 'twitter', twitter);
}

/** An item whose approval has a status, by the rules under test. */
export function withApproval(content: Content, status: ApprovalStatus): Content {
  const path: ApprovalAction[] =
    status === 'approved' ? ['approve'] : status === 'changes_requested' ? ['request-changes'] : [];
  const settings = { ...defaultSettings('ws_1'), authors_may_approve: true };
  const actor = { userId: 'usr_1', role: 'owner' as const };
  return ['submit' as const, ...path].reduce(
    (now, action) => applyApprovalAction(now, action, { actor }, settings, NOW_MS),
    content,
  );
}

/** An item in each status. */
export function itemWithStatus(status: ContentStatus): ContentState {
  if (status === 'scheduled') return scheduled('instagram', 'twitter');
  if (status === 'publishing') return afterOutcomes('claimed', 'sending');
  if (status === 'published') return afterOutcomes('published', 'published');
  if (status === 'partially_published') return afterOutcomes('published', 'failed');
  if (status === 'failed') return afterOutcomes('failed', 'failed');
  if (status === 'unconfirmed') return afterOutcomes('unconfirmed', 'published');
  if (status === 'cancelled') return cancelPending(scheduled('instagram', 'twitter'), 'cancelled', NOW_MS);
  const state = draft('instagram', 'twitter');
  return status === 'draft' ? state : { ...state, content: withApproval(state.content, status) };
}

export function entryOn(state: ContentState, platform: Platform): ScheduleEntry {
  const entry = state.entries.find((each) => each.platform === platform);
  if (!entry) throw new Error(`No entry for ${platform}.`);
  return entry;
}
