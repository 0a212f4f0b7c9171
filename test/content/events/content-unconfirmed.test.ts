import { describe, expect, it } from 'vitest';
import type { Content } from '../../../lib/content/rules/content.ts';
import { scheduleNextCheck } from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import { afterOutcomes, applyToEntry, NOW_MS, UNANSWERED } from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor, resolved, unresolved } from './content-changes.ts';

const sending = afterOutcomes('pending', 'sending').content;
const unconfirmed = afterOutcomes('pending', 'unconfirmed');

/** Return the item while its post is sent again, after this many checks. */
function repeated(content: Content, checks: number): Content {
  const target = content.targets.twitter!;
  const unconfirmed_send = { ...target.unconfirmed_send!, checks };
  return {
    ...content,
    targets: { ...content.targets, twitter: { ...target, status: 'publishing', unconfirmed_send } },
  };
}

describe('content.unconfirmed', () => {
  it('is derived when the outcome of a post becomes unknown, with the target and its next check', () => {
    const [event, ...others] = deriveContentEvents(sending, unconfirmed.content);
    expect(others).toEqual([]);
    expect([event?.type, event?.dedupKey]).toEqual([
      'content.unconfirmed',
      `cnt_1/unconfirmed/scd_a1/${unconfirmed.content.version}`,
    ]);
    const next_check_at = expect.any(String);
    expect(event?.data.unconfirmed_target).toMatchObject({ status: 'unconfirmed', error: UNANSWERED, next_check_at });
  });

  it('is not derived from a check that finds nothing', () => {
    const after = applyToEntry(unconfirmed, 'twitter', (content, entry) =>
      scheduleNextCheck(content, entry, NOW_MS, 21_600),
    );
    expect(eventTypesFor(unconfirmed.content, after.content)).toEqual([]);
  });

  it('is not derived again after the post was sent again', () => {
    expect(eventTypesFor(repeated(unconfirmed.content, 1), unconfirmed.content)).toEqual([]);
  });

  it('is not derived from the outcome that a user reports', () => {
    const before = unresolved(unconfirmed);
    expect(eventTypesFor(before.content, resolved(before, 'published').content)).toEqual([]);
  });
});
