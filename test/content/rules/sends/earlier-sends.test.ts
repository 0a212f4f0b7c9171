import { describe, expect, it } from 'vitest';
import type { Target } from '../../../../lib/content/rules/content.ts';
import type { EntryStatus, Send } from '../../../../lib/content/rules/schedule-entry.ts';
import {
  combineSends,
  mayDuplicate,
  outdateSends,
  sendsOfNextPost,
} from '../../../../lib/content/rules/sends/earlier-sends.ts';
import { OPEN_SEND_DAYS } from '../../../../lib/content/rules/sends/post-identification.ts';
import { toTargetView } from '../../../../lib/content/rules/view/content-view.ts';
import { PLATFORMS, type Platform } from '../../../../lib/platforms/platform.ts';
import { resolveUnconfirmed } from '../../../../lib/publishing/rules/resolve-unconfirmed.ts';
import { applyToEntry, at, entryOn, NEXT_SEND, NOW_MS, SEND_KEY, scheduled, withOutcome } from '../items.ts';

const sendAt = (second: number, endSecond: number | null = second + 2, key = SEND_KEY): Send => ({
  key,
  sent_at: at(second),
  ended_at: endSecond === null ? null : at(endSecond),
});

describe('sendsOfNextPost', () => {
  const entry = entryOn(withOutcome(scheduled('twitter'), 'twitter', 'unconfirmed'), 'twitter');
  const withSends = (...sends: Send[]) => ({ ...entry, unconfirmed_send: { sent_at: at(0), checks: 0, sends } });

  it('has the sends of this text from this account', () => {
    const [own, other] = [sendAt(10), sendAt(10, 12, 'another')];
    expect(sendsOfNextPost(withSends(own, other), NEXT_SEND, NOW_MS)).toEqual([own]);
  });

  it('has the sends of the next part that keep what they have sent, whatever its present text is', () => {
    const prepared_state = { accountId: NEXT_SEND.externalId, texts: ['Another text'] };
    const sent = { ...sendAt(10, 12, 'another'), part: 0, prepared_state };
    // One text is stored once, in the last send that has sent it.
    const before = { ...sendAt(5, 6, 'another'), part: 0 };
    expect(sendsOfNextPost(withSends(before, sent), NEXT_SEND, NOW_MS)).toEqual([before, sent]);
    const record = { ...sent, prepared_state: { accountId: NEXT_SEND.externalId, recordKey: '3k' } };
    expect(sendsOfNextPost(withSends(record), NEXT_SEND, NOW_MS)).toEqual([record]);
    const ofOtherAccount = { ...sent, prepared_state: { ...prepared_state, accountId: 'other' } };
    const unknown = { ...sent, prepared_state: { accountId: NEXT_SEND.externalId } };
    for (const other of [ofOtherAccount, unknown, { ...sent, part: 1 }, { ...sent, is_outdated: true as const }]) {
      expect(sendsOfNextPost(withSends(other), NEXT_SEND, NOW_MS)).toEqual([]);
    }
  });

  it('forgets a send when others no longer see it', () => {
    const nowMs = NOW_MS + OPEN_SEND_DAYS * 86_400_000;
    expect(sendsOfNextPost(withSends(sendAt(1)), NEXT_SEND, nowMs)).toHaveLength(1);
    expect(sendsOfNextPost(withSends(sendAt(0)), NEXT_SEND, nowMs)).toEqual([]);
  });

  it('has every send where the platform stores a post under a key of ours', () => {
    const nowMs = NOW_MS + 400 * 86_400_000;
    const onBluesky = { ...withSends(sendAt(0)), platform: 'bluesky' as const };
    expect(sendsOfNextPost(onBluesky, NEXT_SEND, nowMs)).toHaveLength(1);
    expect(sendsOfNextPost({ ...onBluesky, account_id: 'acc_sandbox_1' }, NEXT_SEND, nowMs)).toEqual([]);
  });

  it('takes the last send of an item that was stored without its sends', () => {
    const unconfirmed_send = { sent_at: at(0), last_sent_at: at(50), checks: 2 };
    const { prepared_state } = entry;
    const sends = sendsOfNextPost({ ...entry, unconfirmed_send }, NEXT_SEND, NOW_MS);
    expect(sends).toEqual([{ ...sendAt(50, null), prepared_state }]);
  });

  it('is empty without a send', () => {
    expect(sendsOfNextPost({ ...entry, unconfirmed_send: null }, NEXT_SEND, NOW_MS)).toEqual([]);
  });
});

/** The target of a post that a person has reported as failed. */
function reported(platform: Platform): Target {
  const unconfirmed = withOutcome(scheduled(platform), platform, 'unconfirmed');
  const failed = applyToEntry(
    unconfirmed,
    platform,
    (content, entry) => resolveUnconfirmed(content, entry, { outcome: 'failed' }, NOW_MS)!,
  );
  return failed.content.targets[platform]!;
}

const withSendsOf = (target: Target, change: (send: Send) => Send): Target => {
  const sent = target.unconfirmed_send!;
  return { ...target, unconfirmed_send: { ...sent, sends: sent.sends!.map(change) } };
};

describe('mayDuplicate', () => {
  it.each(PLATFORMS)(
    'is true on %s after a report of a failure, unless the platform has one post per key',
    (platform) => {
      const prepared_state = { recordKey: '3k', record: '{}' };
      const target = withSendsOf(reported(platform), (send) => ({ ...send, prepared_state }));
      expect(mayDuplicate(target)).toBe(platform !== 'bluesky');
    },
  );

  it.each(PLATFORMS)('is true on %s where a send does not keep what it has sent', (platform) => {
    expect(mayDuplicate(withSendsOf(reported(platform), ({ prepared_state: _, ...send }) => send))).toBe(true);
  });

  it('is true on Bluesky when the post was edited since, because nothing looks for the earlier text', () => {
    const target = reported('bluesky');
    expect(mayDuplicate({ ...target, unconfirmed_send: outdateSends(target) })).toBe(true);
  });

  it.each<[EntryStatus, boolean]>([
    ['failed', true],
    ['partially_published', true],
    ['pending', true],
    ['cancelled', true],
    ['publishing', false],
    ['unconfirmed', false],
    ['published', false],
  ])('of a target that is %s is %s', (status, expected) => {
    expect(mayDuplicate({ ...reported('twitter'), status })).toBe(expected);
  });

  it('is false after sends that created nothing, and without a send', () => {
    const target = reported('twitter');
    expect(mayDuplicate({ ...target, unconfirmed_send: { ...target.unconfirmed_send!, sends: [] } })).toBe(false);
    expect(mayDuplicate({ ...target, unconfirmed_send: null })).toBe(false);
  });

  it('is about the next part of a thread only', () => {
    const parts = [{ platform_post_id: '1', url: null, published_at: at(0) }];
    const interrupted = { ...reported('twitter'), status: 'partially_published' as const, parts };
    expect(mayDuplicate(interrupted)).toBe(false);
    expect(mayDuplicate(withSendsOf(interrupted, (send) => ({ ...send, part: 1 })))).toBe(true);
  });

  it('is true for a send of an earlier version, which has no part', () => {
    const { sent_at, checks } = reported('twitter').unconfirmed_send!;
    expect(mayDuplicate({ ...reported('twitter'), unconfirmed_send: { sent_at, checks } })).toBe(true);
    expect(mayDuplicate(withSendsOf(reported('twitter'), ({ part: _, ...send }) => send))).toBe(true);
  });

  it('is what a target shows', () => {
    const { content } = scheduled('twitter');
    expect(toTargetView(content, reported('twitter')).retry_may_duplicate).toBe(true);
    expect(toTargetView(content, content.targets.twitter!).retry_may_duplicate).toBe(false);
  });
});

describe('combineSends', () => {
  const sent = (...sends: Send[]) => ({ sent_at: sends[0]!.sent_at, checks: 1, sends });

  it('has each send once, oldest first', () => {
    const [first, second, third] = [sendAt(1), sendAt(2), sendAt(3)];
    expect(combineSends([sent(second), sent(first, second), sent(third)])?.sends).toEqual([first, second, third]);
    expect(combineSends([])).toBeNull();
  });
});
