import { describe, expect, it } from 'vitest';
import { updateContent } from '../../../lib/content/rules/change/content-update.ts';
import { retryFailed } from '../../../lib/content/rules/schedule/scheduling.ts';
import { toContentView } from '../../../lib/content/rules/view/content-view.ts';
import { EVENT_KINDS } from '../../../lib/webhooks/events/events.ts';
import { deriveContentEvents, eventTypesFor, unresolved } from '../../content/events/content-changes.ts';
import { afterOutcomes, at, draft, idsNamed, NOW_MS, scheduled } from '../../content/rules/items.ts';

describe('EVENT_KINDS', () => {
  it('contains the eight kinds of the reference', () => {
    const kinds = [
      'approval.requested',
      'comment.created',
      'content.created',
      'content.failed',
      'content.published',
      'content.scheduled',
      'engagement.received',
      'mention.detected',
    ];
    expect(EVENT_KINDS).toEqual(expect.arrayContaining(kinds));
  });
});

describe('no event', () => {
  it('is derived from a change of the text', () => {
    const before = scheduled('twitter');
    const after = updateContent(before, { title: 'New', editedBy: 'usr_1' }, idsNamed('e'), NOW_MS)!;
    expect(eventTypesFor(before.content, after.content)).toEqual([]);
  });

  it('is derived from a retry of failed targets', () => {
    const { content } = afterOutcomes('published', 'failed');
    expect(eventTypesFor(content, retryFailed(content, idsNamed('r'), NOW_MS).content)).toEqual([]);
  });

  it('is derived when an unconfirmed item is written without changes', () => {
    const { content } = unresolved(afterOutcomes('published', 'unconfirmed'));
    expect(eventTypesFor(content, { ...content, version: content.version + 1 })).toEqual([]);
  });

  it('is derived from a claim and from the start of sending', () => {
    const [pending, claimed, sending] = (['pending', 'claimed', 'sending'] as const).map(
      (fate) => afterOutcomes(fate, 'pending').content,
    );
    expect([...eventTypesFor(pending!, claimed!), ...eventTypesFor(claimed!, sending!)]).toEqual([]);
  });

  it.each(['published', 'failed', 'unconfirmed', 'pending'] as const)(
    'is derived when an item that is %s is written without changes',
    (fate) => {
      const { content } = afterOutcomes(fate, fate);
      expect(eventTypesFor(content, { ...content, version: content.version + 1, updated_at: at(9) })).toEqual([]);
    },
  );
});

describe('deriveEvents', () => {
  it('returns the same keys and data every time for the same change', () => {
    const [before, after] = [afterOutcomes('sending', 'failed').content, afterOutcomes('published', 'failed').content];
    expect(deriveContentEvents(structuredClone(before), structuredClone(after))).toEqual(
      deriveContentEvents(before, after),
    );
  });

  it('does not depend on the order in which the table returns the targets', () => {
    const after = afterOutcomes('published', 'published').content;
    const turned = { ...after, targets: Object.fromEntries(Object.entries(after.targets).reverse()) };
    const before = afterOutcomes('published', 'sending').content;
    expect(JSON.stringify(deriveContentEvents(before, turned))).toBe(
      JSON.stringify(deriveContentEvents(before, after)),
    );
  });

  it('includes the item as the API shows it', () => {
    const after = draft('twitter').content;
    expect(deriveContentEvents(null, after)[0]?.data).toEqual(toContentView(after));
  });
});
