import { describe, expect, it } from 'vitest';
import type { ContentState } from '../../../lib/content/rules/content.ts';
import { schedule } from '../../../lib/content/rules/schedule/scheduling.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../../lib/core/retry/back-off.ts';
import { applyPublishOutcome } from '../../../lib/publishing/rules/publish-transitions.ts';
import { markNotPublished, scheduleNextCheck } from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import {
  afterOutcomes,
  applyToEntry,
  at,
  DECLINED,
  entryOn,
  idsNamed,
  LIMIT_SECONDS,
  NOW_MS,
  scheduled,
  UNANSWERED,
  withOutcome,
} from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor, resolved, unresolved } from './content-changes.ts';

describe('content.failed', () => {
  it.each([
    ['failed', afterOutcomes('pending', 'failed'), DECLINED],
    ['unconfirmed', unresolved(afterOutcomes('pending', 'unconfirmed')), UNANSWERED],
  ] as const)('is derived from a target that is permanently %s, with its details', (status, { content }, error) => {
    const events = deriveContentEvents(afterOutcomes('pending', 'sending').content, content);
    const [event, ...others] = events.filter(({ type }) => type !== 'content.unconfirmed');
    expect(others).toEqual([]);
    expect([event?.type, event?.dedupKey]).toEqual(['content.failed', `cnt_1/failed/scd_a1/${status}`]);
    expect(event?.data.failed_target).toMatchObject({ platform: 'twitter', status, error });
  });

  it('is not derived from an unknown outcome while checks are planned', () => {
    const before = afterOutcomes('pending', 'sending').content;
    const types = eventTypesFor(before, afterOutcomes('pending', 'unconfirmed').content);
    expect(types.filter((type) => type.startsWith('content.failed'))).toEqual([]);
  });

  it('is derived once from a series of checks without a result: from the last one', () => {
    let state = afterOutcomes('pending', 'unconfirmed');
    const after = RECONCILE_DELAYS_SECONDS.map(() => {
      const before = state.content;
      state = applyToEntry(state, 'twitter', (content, entry) => scheduleNextCheck(content, entry, NOW_MS, 21_600));
      return eventTypesFor(before, state.content);
    });
    expect(after).toEqual([[], [], [], ['content.failed cnt_1/failed/scd_a1/unconfirmed']]);
  });

  it('is not derived from a post that is not live: it is retried', () => {
    const before = afterOutcomes('pending', 'unconfirmed');
    const after = applyToEntry(before, 'twitter', (content, entry) =>
      markNotPublished(content, entry, NOW_MS, LIMIT_SECONDS),
    );
    expect(eventTypesFor(before.content, after.content)).toEqual([]);
  });

  it.each([
    ['while checks are planned', (state: ContentState) => state],
    ['after the last check', unresolved],
  ])('is derived when a user resolves a target as failed, %s', (_, then) => {
    const before = then(afterOutcomes('published', 'unconfirmed'));
    const after = resolved(before, 'failed').content;
    expect(eventTypesFor(before.content, after)).toEqual(['content.failed cnt_1/failed/scd_a1/failed']);
  });

  it('is not derived when a user resolves a target as published', () => {
    const before = unresolved(afterOutcomes('pending', 'unconfirmed'));
    expect(eventTypesFor(before.content, resolved(before, 'published').content)).toEqual([]);
  });

  it('is derived once from an unconfirmed target without a planned check', () => {
    const sending = afterOutcomes('published', 'sending').content;
    const { content } = unresolved(afterOutcomes('published', 'unconfirmed'));
    const { next_check_at: _, unconfirmed_send: __, ...old } = content.targets.twitter!;
    const stored = { ...content, targets: { ...content.targets, twitter: old } };
    expect(eventTypesFor(sending, stored)).toContain('content.failed cnt_1/failed/scd_a1/unconfirmed');
    expect(eventTypesFor(stored, { ...stored, updated_at: at(9000) })).toEqual([]);
  });

  it('is derived for each of two platforms that fail in one change', () => {
    expect(
      eventTypesFor(afterOutcomes('sending', 'sending').content, afterOutcomes('failed', 'failed').content),
    ).toEqual(['content.failed cnt_1/failed/scd_a0/failed', 'content.failed cnt_1/failed/scd_a1/failed']);
  });

  it('is derived once: not again when another platform changes', () => {
    expect(
      eventTypesFor(afterOutcomes('failed', 'sending').content, afterOutcomes('failed', 'published').content),
    ).toEqual([]);
  });

  it('is derived again when a new entry for the platform fails too', () => {
    const failed = withOutcome(scheduled('twitter'), 'twitter', 'failed');
    const again = schedule(failed.content, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    expect(
      eventTypesFor(withOutcome(again, 'twitter', 'sending').content, withOutcome(again, 'twitter', 'failed').content),
    ).toEqual(['content.failed cnt_1/failed/scd_b0/failed']);
  });

  it('is derived again for another entry even without an image of its earlier states', () => {
    const failed = withOutcome(scheduled('twitter'), 'twitter', 'failed');
    const again = schedule(failed.content, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    expect(eventTypesFor(failed.content, withOutcome(again, 'twitter', 'failed').content)).toContain(
      'content.failed cnt_1/failed/scd_b0/failed',
    );
  });

  it('is not derived from an attempt that is retried', () => {
    const state = withOutcome(scheduled('twitter'), 'twitter', 'sending');
    const retry = { outcome: 'retry', error: DECLINED, retryAfterSeconds: null } as const;
    const after = applyPublishOutcome(state.content, entryOn(state, 'twitter'), retry, NOW_MS, LIMIT_SECONDS);
    expect(after.content.targets.twitter?.error).toEqual(DECLINED);
    expect(eventTypesFor(state.content, after.content)).toEqual([]);
  });
});
