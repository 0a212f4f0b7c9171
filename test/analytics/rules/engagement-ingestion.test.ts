import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyBatch,
  ENGAGEMENT_KINDS,
  type Engagement,
  type EngagementInput,
  type IngestDecision,
  isFromSameRequest,
  type ResolvedReferences,
} from '../../../lib/analytics/rules/engagement-ingestion.ts';
import { DAY_MS } from '../../../lib/core/values/timestamps.ts';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import { at, draft, NOW_MS, scheduled, withOutcome } from '../../content/rules/items.ts';

const RECEIPT = { workspaceId: 'ws_1', nowMs: NOW_MS, request: 'request-1' };

const ITEM = draft('twitter', 'linkedin').content;
const POST = {
  workspace_id: 'ws_1',
  content_id: 'cnt_2',
  platform: 'twitter' as const,
  account_id: 'acc_1',
  platform_post_id: '77',
};
const KNOWN: ResolvedReferences = { contents: [ITEM], posts: [POST] };

const like: EngagementInput = {
  platform: 'twitter',
  content_id: 'cnt_1',
  kind: 'like',
  occurred_at: '2027-03-01T08:00:00Z',
  external_id: 'like-1',
};

const classify = (...sent: Partial<EngagementInput>[]): IngestDecision[] =>
  classifyBatch(
    sent.map((fields) => ({ sent: { ...like, ...fields } })),
    KNOWN,
    RECEIPT,
  );

function storedEngagement(decision: IngestDecision | undefined): Engagement {
  if (decision === undefined || decision === 'duplicate' || 'error' in decision) throw new Error('No engagement.');
  return decision.engagement;
}

function codeOf(decision: IngestDecision | undefined): string {
  if (decision === undefined || decision === 'duplicate' || !('error' in decision)) throw new Error('No error.');
  return `${decision.error.pointer} ${decision.error.code}`;
}

describe('classifyBatch for one element', () => {
  it('creates an engagement with the input values, count 1, not yet aggregated', () => {
    expect(storedEngagement(classify({})[0])).toEqual({
      workspace_id: 'ws_1',
      content_id: 'cnt_1',
      platform: 'twitter',
      account_id: null,
      platform_post_id: null,
      kind: 'like',
      count: 1,
      actor: null,
      text: null,
      occurred_at: '2027-03-01T08:00:00.000Z',
      external_id: 'like-1',
      received_at: at(0),
      request: 'request-1',
      is_aggregated: false,
      due_at: '2027-03-01T10:00:00.000Z',
      version: 0,
    });
  });

  it('resolves the content item of a post', () => {
    const { content_id: _, ...byPost } = like;
    const [decision] = classifyBatch([{ sent: { ...byPost, platform_post_id: '77' } }], KNOWN, RECEIPT);
    expect(storedEngagement(decision)).toMatchObject({
      content_id: 'cnt_2',
      account_id: 'acc_1',
      platform_post_id: '77',
    });
  });

  it('resolves the post of a content item, once published', () => {
    const { content } = withOutcome(scheduled('twitter'), 'twitter', 'published');
    const [decision] = classifyBatch([{ sent: like }], { contents: [content], posts: [] }, RECEIPT);
    expect(storedEngagement(decision).platform_post_id).toBe('post-twitter');
  });

  it('rejects a post of another platform, even with an equal id', () => {
    const { content_id: _, ...byPost } = like;
    const sent = { ...byPost, platform: 'linkedin' as const, platform_post_id: '77' };
    expect(codeOf(classifyBatch([{ sent }], KNOWN, RECEIPT)[0])).toBe('/engagements/0/platform_post_id unknown_post');
  });

  it('accepts a mention of an unknown post only when reported by the platform', () => {
    const mention = { ...like, content_id: undefined, platform_post_id: '78', kind: 'mention' as const };
    expect(codeOf(classify(mention)[0])).toBe('/engagements/0/platform_post_id unknown_post');
    const [decision] = classifyBatch([{ sent: mention }], KNOWN, { ...RECEIPT, fromAccount: 'acc_1' });
    expect(storedEngagement(decision)).toMatchObject({
      content_id: null,
      account_id: 'acc_1',
      platform_post_id: '78',
      counts_in_totals: false,
    });
  });

  it('rejects an unknown content item', () => {
    expect(codeOf(classify({ content_id: 'cnt_9' })[0])).toBe('/engagements/0/content_id unknown_content');
  });

  describe('of an item with two accounts on the platform', () => {
    const accounts = ['acc_1', 'acc_2'].map((id) => ({ id, platform: 'twitter' as const }));
    const known = { contents: [{ ...ITEM, accounts }], posts: [] };
    const classifyFor = (fields: Partial<EngagementInput>) =>
      classifyBatch([{ sent: { ...like, ...fields } }], known, RECEIPT)[0];

    it('belongs to the account that it names', () => {
      expect(storedEngagement(classifyFor({ account_id: 'acc_2' })).account_id).toBe('acc_2');
    });

    it('is rejected without an account, and with another one', () => {
      expect(codeOf(classifyFor({}))).toBe('/engagements/0/account_id required');
      expect(codeOf(classifyFor({ account_id: 'acc_3' }))).toBe('/engagements/0/account_id not_of_content');
    });
  });

  it('may name the only account of the item on the platform', () => {
    const { content } = withOutcome(scheduled('twitter'), 'twitter', 'published');
    const account_id = content.targets.twitter!.account_id!;
    const [decision] = classifyBatch([{ sent: { ...like, account_id } }], { contents: [content], posts: [] }, RECEIPT);
    expect(storedEngagement(decision).account_id).toBe(account_id);
  });

  it('rejects a platform that is not one of the content item', () => {
    expect(codeOf(classify({ platform: 'instagram' })[0])).toBe('/engagements/0/platform not_of_content');
  });

  it.each([
    ['a minute ahead', NOW_MS + 60_000],
    ['ninety days back', NOW_MS - 90 * DAY_MS],
  ])('accepts a time %s', (_, timeMs) => {
    const occurred_at = new Date(timeMs).toISOString();
    expect(storedEngagement(classify({ occurred_at })[0]).occurred_at).toBe(occurred_at);
  });

  it.each([
    ['more than a minute ahead', new Date(NOW_MS + 60_001).toISOString(), 'time_ahead'],
    ['more than ninety days back', new Date(NOW_MS - 90 * DAY_MS - 1).toISOString(), 'time_too_far_back'],
    ['on Feb 29 of a common year', '2027-02-29T00:00:00Z', 'invalid_time'],
    ['at 24:00', '2027-02-28T24:00:00Z', 'invalid_time'],
    ['without an offset', '2027-03-01T08:00:00', 'invalid_time'],
    ['at an epoch number', '1803891600', 'invalid_time'],
  ])('rejects a time %s', (_, occurred_at, code) => {
    expect(codeOf(classify({ occurred_at })[0])).toBe(`/engagements/0/occurred_at ${code}`);
  });

  it('stores the time in UTC, whatever its offset', () => {
    expect(storedEngagement(classify({ occurred_at: '2027-03-01T09:00:00+02:00' })[0]).occurred_at).toBe(
      '2027-03-01T07:00:00.000Z',
    );
  });
});

describe('classifyBatch for several elements', () => {
  it('keeps the first of two elements with the same external id', () => {
    const [first, second] = classify({ count: 3 }, { count: 5 });
    expect(storedEngagement(first).count).toBe(3);
    expect(second).toBe('duplicate');
  });

  it('keeps both elements with the same external id on two platforms', () => {
    expect(classify({}, { platform: 'linkedin' }).map((each) => storedEngagement(each).platform)).toEqual([
      'twitter',
      'linkedin',
    ]);
  });

  it('keeps the second element when the first with the same external id is rejected', () => {
    const [first, second] = classify({ content_id: 'cnt_9' }, {});
    expect(codeOf(first)).toContain('unknown_content');
    expect(storedEngagement(second).external_id).toBe('like-1');
  });

  it('returns one decision per element in their order, each independent of the others', () => {
    const element = fc.record({
      platform: fc.constantFrom(...PLATFORMS),
      content_id: fc.constantFrom('cnt_1', 'cnt_9'),
      kind: fc.constantFrom(...ENGAGEMENT_KINDS),
      occurred_at: fc.constantFrom('2027-03-01T08:00:00Z', '2030-01-01T00:00:00Z', 'soon'),
      external_id: fc.constantFrom('a', 'b', 'c'),
    });
    const isRight = (sent: EngagementInput) =>
      ITEM.platforms.includes(sent.platform) && sent.content_id === 'cnt_1' && sent.occurred_at.startsWith('2027');
    fc.assert(
      fc.property(fc.array(element, { maxLength: 100 }), (batch) => {
        const decision = classifyBatch(
          batch.map((sent) => ({ sent })),
          KNOWN,
          RECEIPT,
        );
        expect(decision).toHaveLength(batch.length);
        const seen = new Set<string>();
        for (const [index, sent] of batch.entries()) {
          const name = `${sent.platform} ${sent.external_id}`;
          if (!isRight(sent)) expect(codeOf(decision[index])).toContain(`/engagements/${index}/`);
          else if (seen.has(name)) expect(decision[index]).toBe('duplicate');
          else
            expect(storedEngagement(decision[index])).toMatchObject({
              kind: sent.kind,
              external_id: sent.external_id,
            });
          if (isRight(sent)) seen.add(name);
        }
      }),
    );
  });
});

describe('isFromSameRequest', () => {
  const engagement = storedEngagement(classify({})[0]);

  it('returns true for an engagement of the same request', () => {
    expect(isFromSameRequest({ ...RECEIPT, nowMs: NOW_MS + DAY_MS - 1 }, engagement, DAY_MS)).toBe(true);
  });

  it('returns false for another request, or one that is too long ago', () => {
    expect(isFromSameRequest({ ...RECEIPT, request: 'request-2' }, engagement, DAY_MS)).toBe(false);
    expect(isFromSameRequest({ ...RECEIPT, nowMs: NOW_MS + DAY_MS }, engagement, DAY_MS)).toBe(false);
  });
});
