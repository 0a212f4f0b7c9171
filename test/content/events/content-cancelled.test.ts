import { describe, expect, it } from 'vitest';
import { type ContentState, changedAfter } from '../../../lib/content/rules/content.ts';
import { cancelEntry, cancelPending } from '../../../lib/content/rules/schedule/cancellation.ts';
import { schedule } from '../../../lib/content/rules/schedule/scheduling.ts';
import { afterOutcomes, at, draft, entryOn, idsNamed, NOW_MS, scheduled, withOutcome } from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor, unresolved } from './content-changes.ts';

const before = scheduled('instagram', 'twitter');

describe('content.cancelled', () => {
  it('is derived once from cancelling several entries, with the reason and the entries', () => {
    const [event, ...others] = deriveContentEvents(before.content, cancelPending(before, 'draft', NOW_MS).content);
    expect(others).toEqual([]);
    expect([event?.type, event?.dedupKey, event?.data.cancellation]).toEqual([
      'content.cancelled',
      'cnt_1/cancelled/1',
      {
        reason: 'made_draft',
        schedule_ids: ['scd_a0', 'scd_a1'],
        platforms: ['instagram', 'twitter'],
        account_ids: [],
      },
    ]);
  });

  it.each(['entry_cancelled', 'account_deleted'] as const)('is derived from one cancelled entry: %s', (reason) => {
    const after = cancelEntry(before, entryOn(before, 'twitter'), NOW_MS, reason)!;
    const [event] = deriveContentEvents(before.content, after.content);
    expect(event?.data.cancellation).toMatchObject({ reason, schedule_ids: ['scd_a1'], platforms: ['twitter'] });
  });

  it('is derived again, under another key, from the cancellation of a new entry', () => {
    const cancelled = cancelPending(before, 'draft', NOW_MS);
    const stored = { ...cancelled.content, version: 1 };
    const again: ContentState = schedule(stored, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    const after = cancelPending({ ...again, content: { ...again.content, version: 2 } }, 'draft', NOW_MS);
    expect(eventTypesFor(again.content, after.content)).toEqual(['content.cancelled cnt_1/cancelled/3']);
  });

  it('is not derived again when the item changes later', () => {
    const { content } = cancelPending(before, 'draft', NOW_MS);
    expect(eventTypesFor(content, { ...content, title: 'Other', version: 2 })).toEqual([]);
  });

  it('is not derived when nothing was pending', () => {
    const unscheduled = draft('twitter');
    const { content } = cancelPending(unscheduled, 'cancelled', NOW_MS);
    expect(eventTypesFor(unscheduled.content, content)).toEqual([]);
  });

  it('is derived from the deletion of an item, with its entries that were not finished', () => {
    const [event, ...others] = deriveContentEvents(afterOutcomes('published', 'pending').content, null);
    expect(others).toEqual([]);
    expect([event?.type, event?.dedupKey]).toEqual(['content.cancelled', 'cnt_1/deleted']);
    expect(event?.data).toMatchObject({
      id: 'cnt_1',
      cancellation: { reason: 'item_deleted', schedule_ids: ['scd_a1'] },
    });
  });

  it('has a time after that of the last change of a deleted item', () => {
    const content = changedAfter(before.content, { ...before.content, updated_at: at(0.7) });
    const [event] = deriveContentEvents(content, null);
    expect([event?.timestamp, event?.data.updated_at]).toEqual([at(0.701), at(0.701)]);
  });

  it.each([
    ['a draft', draft('twitter')],
    ['a published item', afterOutcomes('published', 'published')],
    ['an item whose targets failed', afterOutcomes('failed', 'failed')],
    ['an item whose outcome content.failed has reported', unresolved(afterOutcomes('published', 'unconfirmed'))],
    ['an item whose entries were cancelled', withOutcome(scheduled('twitter'), 'twitter', 'cancelled')],
  ])('is not derived from the deletion of %s', (_, { content }) => {
    expect(eventTypesFor(content, null)).toEqual([]);
  });
});
