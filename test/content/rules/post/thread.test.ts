import { describe, expect, it } from 'vitest';
import type { Content } from '../../../../lib/content/rules/content.ts';
import { followingParts, nextPost, nextStep, partsFor } from '../../../../lib/content/rules/post/thread.ts';
import type { ConfirmedPart } from '../../../../lib/content/rules/schedule-entry.ts';
import { toTargetView } from '../../../../lib/content/rules/view/content-view.ts';
import { applyPublishOutcome } from '../../../../lib/publishing/rules/publish-transitions.ts';
import { resolveUnconfirmed } from '../../../../lib/publishing/rules/resolve-unconfirmed.ts';
import { markPublished } from '../../../../lib/publishing/rules/unconfirmed-transitions.ts';
import { applyToEntry, at, draft, entryOn, LIMIT_SECONDS, NOW_MS, SEND_KEY, scheduled, withOutcome } from '../items.ts';

const TWO = { text: 'Two', media: [] };
const THREE = { text: 'Three', media: [{ url: 'https://media.example/b.jpg', type: 'image' as const }] };

const item: Content = { ...draft('twitter', 'linkedin').content, thread: [TWO, THREE], first_comment: 'Comment' };
const live = (id: string | null): ConfirmedPart => ({ platform_post_id: id, url: null, published_at: at(0) });
const progress = (...ids: (string | null)[]) => ({ platform: 'twitter' as const, parts: ids.map(live) });

describe('the parts of an item', () => {
  it('are the post, the thread and the first comment', () => {
    expect(partsFor(item, 'twitter').map(({ kind, text }) => [kind, text])).toEqual([
      ['post', 'Description'],
      ['reply', 'Two'],
      ['reply', 'Three'],
      ['comment', 'Comment'],
    ]);
  });

  it('are replaced and removed by the options of a platform, and only there', () => {
    const linkedin = { thread: [], first_comment: null };
    const twitter = { text: 'Other', thread: [THREE], first_comment: 'Reply' };
    const own = { ...item, platform_options: { linkedin, twitter } };
    expect(followingParts(own, 'linkedin')).toEqual([]);
    expect(partsFor(own, 'twitter').map(({ text }) => text)).toEqual(['Other', 'Three', 'Reply']);
    expect(followingParts(own, 'bluesky')).toEqual(followingParts(item, 'bluesky'));
  });
});

describe('what is sent next', () => {
  it('is the post, alone where each part has a request of its own', () => {
    expect(nextPost(item, progress())).toEqual({
      text: 'Description',
      media: item.media,
      link: null,
      visibility: 'public',
    });
  });

  it('is then the next post of the thread, in reply to the one before it, with its own media', () => {
    expect(nextPost(item, progress('1', '2'))).toEqual({
      ...THREE,
      replyTo: { kind: 'reply', rootId: '1', parentId: '2' },
    });
  });

  it('is at last the comment, in reply to the post', () => {
    const replyTo = { kind: 'comment', rootId: '1', parentId: '1' };
    expect(nextPost(item, progress('1', '2', '3'))).toEqual({ text: 'Comment', media: [], replyTo });
  });

  it.each([
    [[], 'send'],
    [['1'], 'send'],
    [['1', '2', '3', '4'], 'complete'],
    [['1', null], 'id_unknown'],
    [[null], 'id_unknown'],
    // A comment answers the post.
    [['1', '2', null], 'send'],
    [[null, '2', '3'], 'id_unknown'],
  ] as const)('after the parts %j is: %s', (ids, step) => {
    expect(nextStep(item, progress(...ids))).toBe(step);
  });
});

const thread = (state: ReturnType<typeof scheduled>) => ({
  ...state,
  content: { ...state.content, platform_options: { twitter: { thread: [TWO, THREE] } } },
});
const sending = withOutcome(thread(scheduled('twitter')), 'twitter', 'sending');
const dueMs = Date.parse(entryOn(sending, 'twitter').scheduled_at);
const confirm = (state: typeof sending, id: string, nowMs: number) =>
  applyToEntry(state, 'twitter', (content, entry) =>
    applyPublishOutcome(content, entry, { outcome: 'published', platformPostId: id, url: null }, nowMs, LIMIT_SECONDS),
  );

describe('a confirmed part', () => {
  it('makes the next one due at once, and its attempts, preparation and sends begin from the start', () => {
    const entry = entryOn(confirm(sending, '1', dueMs + 2_000), 'twitter');
    const start = { attempts: 0, attempt: null, prepared_state: null, unconfirmed_send: null, error: null };
    expect(entry).toMatchObject({ state: 'continuing', due_at: at(3602), ...start });
    expect(entry).toMatchObject({ platform_post_id: '1', published_at: at(3602), late_by_seconds: 2 });
  });

  it('leaves the result of the target that of the post', () => {
    const first = confirm(sending, '1', dueMs);
    const again = withOutcome(
      { ...first, entries: [{ ...entryOn(first, 'twitter'), scheduled_at: at(3660) }] },
      'twitter',
      'sending',
    );
    const entry = entryOn(confirm(again, '2', dueMs + 120_000), 'twitter');
    expect(entry).toMatchObject({
      state: 'continuing',
      platform_post_id: '1',
      published_at: at(3600),
      late_by_seconds: 0,
    });
    expect(entry.parts.map(({ platform_post_id }) => platform_post_id)).toEqual(['1', '2']);
  });

  it('keeps the sends of an earlier attempt whose post may be live too', () => {
    const sends = [{ key: SEND_KEY, sent_at: at(10), ended_at: at(11) }];
    const entries = sending.entries.map((entry) => ({
      ...entry,
      unconfirmed_send: { sent_at: at(10), checks: 4, sends },
    }));
    const { unconfirmed_send } = entryOn(confirm({ ...sending, entries }, '1', dueMs), 'twitter');
    expect(unconfirmed_send).toEqual({ sent_at: at(10), checks: 0, sends });
  });

  it('that was found continues the thread, and its event has the index', () => {
    const unconfirmed = withOutcome(thread(scheduled('twitter')), 'twitter', 'unconfirmed');
    const [send] = entryOn(unconfirmed, 'twitter').unconfirmed_send!.sends!;
    const post = { platformPostId: '1', url: null, publishedAtMs: dueMs, send: send! };
    const found = markPublished(unconfirmed.content, entryOn(unconfirmed, 'twitter'), post, dueMs);
    expect(found.entries[0]).toMatchObject({ state: 'continuing', parts: [{ platform_post_id: '1' }] });
    expect(found.content.targets.twitter!.timeline!.at(-1)).toEqual(['reconciled', dueMs, '0']);
  });

  it('without an id, of which the next one needs it, interrupts the thread and says why', () => {
    const unconfirmed = withOutcome(thread(scheduled('twitter')), 'twitter', 'unconfirmed');
    const resolution = { outcome: 'published', part: 0, platformPostId: null, url: null } as const;
    const next = resolveUnconfirmed(unconfirmed.content, entryOn(unconfirmed, 'twitter'), resolution, NOW_MS)!;
    expect(next.entries[0]).toMatchObject({ state: 'interrupted', error: { code: 'part_id_unknown' }, due_at: null });
    const shown = toTargetView(next.content, next.content.targets.twitter!);
    expect(shown.parts.map(({ status }) => status)).toEqual(['published', 'failed', 'not_sent']);
  });
});
