import { describe, expect, it } from 'vitest';
import type { ContentState } from '../../../lib/content/rules/content.ts';
import { cancelPending } from '../../../lib/content/rules/schedule/cancellation.ts';
import { retryFailed } from '../../../lib/content/rules/schedule/scheduling.ts';
import { markPublished } from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import { afterOutcomes, applyToEntry, idsNamed, NOW_MS, withOutcome } from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor, laterOnTwitter, resolved, unresolved } from './content-changes.ts';

describe('content.published', () => {
  it('is derived when the last platform confirms, and not earlier', () => {
    const [sending, one, both] = [
      afterOutcomes('sending', 'sending'),
      afterOutcomes('published', 'sending'),
      afterOutcomes('published', 'published'),
    ];
    expect(eventTypesFor(sending.content, one.content)).toEqual([]);
    expect(eventTypesFor(one.content, both.content)).toEqual(['content.published cnt_1/published/scd_a0+scd_a1']);
  });

  it('has the same deduplication key whichever platform confirms last', () => {
    const both = afterOutcomes('published', 'published').content;
    expect(eventTypesFor(afterOutcomes('sending', 'published').content, both)).toEqual(
      eventTypesFor(afterOutcomes('published', 'sending').content, both),
    );
  });

  it('is derived from cancelling the pending targets when all remaining targets are published', () => {
    const before = afterOutcomes('published', 'pending');
    const { content } = cancelPending(before, 'draft', NOW_MS);
    expect(eventTypesFor(before.content, content)).toContain('content.published cnt_1/published/scd_a0');
  });

  it('is derived again when another platform is scheduled and published later', () => {
    const later = laterOnTwitter();
    const after = withOutcome(later, 'twitter', 'published');
    expect(eventTypesFor(withOutcome(later, 'twitter', 'sending').content, after.content)).toEqual([
      'content.published cnt_1/published/scd_a0+scd_b0',
    ]);
  });

  it('is not derived again when another platform is scheduled and cancelled', () => {
    const later = laterOnTwitter();
    const types = deriveContentEvents(later.content, withOutcome(later, 'twitter', 'cancelled').content);
    expect(types.map(({ type }) => type)).toEqual(['content.cancelled']);
  });

  it('is not derived while one platform has failed', () => {
    const types = deriveContentEvents(
      afterOutcomes('published', 'sending').content,
      afterOutcomes('published', 'failed').content,
    );
    expect(types.map((event) => event.type)).toEqual(['content.failed']);
  });

  it.each([
    ['is being checked', (state: ContentState) => state, ['content.unconfirmed']],
    ['stays unconfirmed', unresolved, ['content.failed', 'content.unconfirmed']],
  ])('is not derived while one platform %s', (_, then, types) => {
    const before = afterOutcomes('published', 'sending').content;
    const after = then(afterOutcomes('published', 'unconfirmed')).content;
    expect(deriveContentEvents(before, after).map(({ type }) => type)).toEqual(types);
  });

  it('is derived when a check finds the last post live', () => {
    const before = afterOutcomes('published', 'unconfirmed');
    const send = { key: 'k', sent_at: before.entries[1]!.scheduled_at, ended_at: null };
    const live = { platformPostId: 'p1', url: null, publishedAtMs: NOW_MS, send };
    const after = applyToEntry(before, 'twitter', (content, entry) => markPublished(content, entry, live, NOW_MS));
    expect(eventTypesFor(before.content, after.content)).toEqual(['content.published cnt_1/published/scd_a0+scd_a1']);
  });

  it.each([
    ['while checks are planned', (state: ContentState) => state],
    ['after the last check', unresolved],
  ])('is derived when a user resolves the last target as published, %s', (_, then) => {
    const before = then(afterOutcomes('published', 'unconfirmed'));
    expect(eventTypesFor(before.content, resolved(before, 'published').content)).toEqual([
      'content.published cnt_1/published/scd_a0+scd_a1',
    ]);
  });

  it.each(['pending', 'sending', 'failed'] as const)(
    'is not derived from a resolution by a user while another platform is %s',
    (fate) => {
      const before = unresolved(afterOutcomes(fate, 'unconfirmed'));
      expect(eventTypesFor(before.content, resolved(before, 'published').content)).toEqual([]);
    },
  );

  it('is derived when a failed target is published by a retry, with the id of the retried entry', () => {
    const failed = afterOutcomes('published', 'failed');
    const again = retryFailed(failed.content, idsNamed('r'), NOW_MS);
    const after = withOutcome(again, 'twitter', 'published');
    expect(eventTypesFor(withOutcome(again, 'twitter', 'sending').content, after.content)).toEqual([
      'content.published cnt_1/published/scd_a0+scd_r0',
    ]);
  });
});
