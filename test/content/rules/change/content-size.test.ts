import { describe, expect, it } from 'vitest';
import { type NewContent, newContent } from '../../../../lib/content/rules/change/new-content.ts';
import type { Content } from '../../../../lib/content/rules/content.ts';
import { recomputeFromEntries } from '../../../../lib/content/rules/content-state.ts';
import { destinationsOf } from '../../../../lib/content/rules/content-targets.ts';
import { partsFor, publishesAtOnce } from '../../../../lib/content/rules/post/thread.ts';
import { newEntry, type ScheduleEntry } from '../../../../lib/content/rules/schedule-entry.ts';
import { entryError } from '../../../../lib/content/rules/sends/publish-failure-reasons.ts';
import type { TimelineEvent } from '../../../../lib/content/rules/timeline.ts';
import { toContentResponse, toContentView, toTargetView } from '../../../../lib/content/rules/view/content-view.ts';
import { ApiError } from '../../../../lib/core/problems/define-problem.ts';
import type { Platform } from '../../../../lib/platforms/platform.ts';
import { at, NOW_MS } from '../items.ts';

/** What an item takes in the table and in events, with the outcome of each part on each account. */

const ITEM_BYTES = 400 * 1024;
const DID = 'did:plc:abcdefghijklmnopqrstuvwx';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const id = (kind: string, index: number) => `${kind}_${String(index).padStart(26, '0')}`;

function item(platform: Platform, accounts: number, fields: Partial<NewContent>): Content {
  const named = Array.from({ length: accounts }, (_, index) => ({ id: id('acc', index), platform }));
  const input = { title: 'One', platforms: [platform], accounts: named, ...fields };
  return newContent(input, { id: id('cnt', 0), workspaceId: id('wsp', 0), userId: id('usr', 0) }, NOW_MS);
}

function thread(parts: number, text: string) {
  return Array.from({ length: parts }, (_, index) => ({ text: `${index} ${text}`, media: [] }));
}

/** Return the item when each account has published all parts but the last, whose outcome is unknown. */
function published(content: Content): Content {
  const entries = destinationsOf(content).map(({ platform, accountId }, index): ScheduleEntry => {
    const fresh = newEntry({
      ...{ id: id('scd', index), workspaceId: content.workspace_id, contentId: content.id, groupId: id('grp', 0) },
      ...{ platform, accountId, namesAccount: true, scheduledAt: at(0), unconfirmed_send: null, createdAt: at(0) },
    });
    const post = {
      platform_post_id: `at://${DID}/app.bsky.feed.post/3abcdefghijkl`,
      url: `https://bsky.app/profile/${DID}/post/3abcdefghijkl`,
    };
    const all = partsFor(content, platform);
    const parts = all.map(() => ({ ...post, published_at: at(0) }));
    // What one request publishes is stored with the send. No platform accepts a text of more than 12,000 bytes.
    const longest =
      all
        .map(({ text }) => text)
        .filter((text) => bytes(text) <= 12_000)
        .sort((one, other) => bytes(other) - bytes(one))[0] ?? '';
    const prepared_state: ScheduleEntry['prepared_state'] = publishesAtOnce(platform)
      ? { records: all.map(({ text }) => text).join() }
      : { texts: [longest] };
    const send = { key: 'k'.repeat(43), sent_at: at(0), ended_at: at(0), prepared_state };
    const unconfirmed_send = { sent_at: at(0), last_sent_at: at(0), checks: 4, sends: [send] };
    const error = entryError('part_id_unknown');
    return {
      ...fresh,
      ...post,
      published_at: at(0),
      state: 'interrupted',
      parts,
      unconfirmed_send,
      error,
      due_at: null,
    };
  });
  const events = Array.from(
    { length: 20 },
    (): TimelineEvent => ['retry_scheduled', NOW_MS, 'account_needs_reconnect'],
  );
  return recomputeFromEntries(content, entries, events, at(0));
}

describe('an item that is accepted', () => {
  it.each<[string, () => Content]>([
    ['30 accounts with 25 parts each', () => item('twitter', 30, { thread: thread(24, 'a'.repeat(200)) })],
    ['one account and the longest texts', () => item('twitter', 1, { thread: thread(6, '😀'.repeat(10_000)) })],
    ['30 accounts and the longest text', () => item('linkedin', 30, { description: '日'.repeat(3_000) })],
    ['8 accounts, and one request for all parts', () => item('bluesky', 8, { thread: thread(24, '日'.repeat(300)) })],
  ])('with %s fits into the table and into its events when it is published', (_, create) => {
    const content = published(create());
    expect(bytes(content)).toBeLessThan(ITEM_BYTES);
    const failed_target = toTargetView(content, Object.values(content.targets)[0]!);
    expect(bytes({ ...toContentView(content), failed_target })).toBeLessThan(ITEM_BYTES);
    expect(bytes(toContentResponse(content, { approval: 'none', approval_method: 'session' }))).toBeLessThan(
      4 * 1024 * 1024,
    );
  });

  it('has room for the text that is sent to each account', () => {
    const longest = { description: '😀'.repeat(3_000) };
    expect(() => item('linkedin', 20, longest)).not.toThrow();
    expect(() => item('linkedin', 30, longest)).toThrow(ApiError);
  });

  it('has room for its parts: on more accounts, the same thread is rejected', () => {
    const longer = { thread: thread(24, '日'.repeat(1_500)) };
    expect(() => item('twitter', 1, longer)).not.toThrow();
    expect(() => item('twitter', 30, longer)).toThrow(ApiError);
  });
});
