import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTENT_STATUSES, type Content, textFor } from '../../../lib/content/rules/content.ts';
import { deriveStatus, recomputeFromEntries } from '../../../lib/content/rules/content-state.ts';
import { schedule } from '../../../lib/content/rules/schedule/scheduling.ts';
import { ENTRY_STATUSES, type EntryStatus } from '../../../lib/content/rules/schedule-entry.ts';
import { PLATFORMS } from '../../../lib/platforms/platform.ts';
import { afterOutcomes, at, draft, entryOn, idsNamed, NOW_MS, scheduled, withOutcome } from './items.ts';

const item = draft('instagram', 'twitter').content;

/** Build targets with these statuses, one per platform. */
function targets(statuses: EntryStatus[]): Content['targets'] {
  const pending = scheduled(...PLATFORMS).content.targets;
  return Object.fromEntries(
    statuses.map((status, index) => [PLATFORMS[index], { ...pending[PLATFORMS[index]!]!, status }]),
  );
}

describe('CONTENT_STATUSES', () => {
  it('are those of docs/reference/content.md', () => {
    const documented =
      'draft scheduled publishing published partially_published failed unconfirmed cancelled pending_approval changes_requested approved';
    expect([...CONTENT_STATUSES].sort()).toEqual(documented.split(' ').sort());
  });
});

describe('textFor', () => {
  it('is the description', () => {
    expect(textFor(item, 'twitter')).toBe('Description');
  });

  it('is the title without a description', () => {
    expect(textFor({ ...item, description: null }, 'twitter')).toBe('Title');
  });

  it('is the text of the platform if it has its own, and only there', () => {
    const special = { ...item, platform_options: { twitter: { text: 'Short' } } };
    expect([textFor(special, 'twitter'), textFor(special, 'instagram')]).toEqual(['Short', 'Description']);
  });

  it('ignores options of the platform without a text', () => {
    expect(textFor({ ...item, platform_options: { twitter: {} } }, 'twitter')).toBe('Description');
  });
});

describe('deriveStatus', () => {
  it.each<[EntryStatus[], string]>([
    [['pending'], 'scheduled'],
    [['pending', 'published', 'failed'], 'scheduled'],
    [['pending', 'unconfirmed', 'cancelled'], 'scheduled'],
    [['publishing'], 'publishing'],
    [['publishing', 'pending', 'published'], 'publishing'],
    [['published'], 'published'],
    [['published', 'published', 'published'], 'published'],
    [['published', 'cancelled'], 'published'],
    [['failed'], 'failed'],
    [['failed', 'failed', 'cancelled'], 'failed'],
    [['published', 'failed'], 'partially_published'],
    [['published', 'failed', 'cancelled'], 'partially_published'],
    [['unconfirmed'], 'unconfirmed'],
    [['unconfirmed', 'published', 'failed'], 'unconfirmed'],
  ])('of %j is %s', (statuses, expected) => {
    expect(deriveStatus(targets(statuses), 'draft')).toBe(expected);
  });

  it.each(['draft', 'cancelled'] as const)(
    'is the idle status %s without targets, and with cancelled ones only',
    (resting) => {
      expect(deriveStatus({}, resting)).toBe(resting);
      expect(deriveStatus(targets(['cancelled', 'cancelled']), resting)).toBe(resting);
    },
  );

  it('does not depend on the order of the platforms', () => {
    const statuses = fc.array(fc.constantFrom(...ENTRY_STATUSES), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(statuses, (some) => {
        expect(deriveStatus(targets(some.toReversed()), 'draft')).toBe(deriveStatus(targets(some), 'draft'));
      }),
    );
  });

  it('is published only when a target is published and none is open, failed or unconfirmed', () => {
    const statuses = fc.array(fc.constantFrom(...ENTRY_STATUSES), { maxLength: 3 });
    fc.assert(
      fc.property(statuses, (some) => {
        const isOut = some.includes('published') && some.every((one) => one === 'published' || one === 'cancelled');
        expect(deriveStatus(targets(some), 'draft') === 'published').toBe(isOut);
      }),
    );
  });
});

describe('recomputeFromEntries', () => {
  it('writes the entry to the target of its platform and leaves the others unchanged', () => {
    const { content } = withOutcome(scheduled('instagram', 'twitter'), 'twitter', 'published');
    expect(content.targets.twitter).toEqual({
      platform: 'twitter',
      account_id: null,
      status: 'published',
      schedule_id: 'scd_a1',
      scheduled_at: at(3600),
      published_at: at(3600),
      late_by_seconds: 0,
      platform_post_id: 'post-twitter',
      url: null,
      error: null,
      timeline: [
        ['scheduled', NOW_MS],
        ...(['claimed', 'sent', 'confirmed'] as const).map((type) => [type, NOW_MS + 3_600_000]),
      ],
    });
    expect(content.targets.instagram?.status).toBe('pending');
  });

  it('shows for an unconfirmed target the next check and the time of the unconfirmed send', () => {
    const { content } = withOutcome(scheduled('twitter'), 'twitter', 'unconfirmed');
    expect(content.targets.twitter).toMatchObject({
      status: 'unconfirmed',
      next_check_at: at(3605),
      unconfirmed_send: { sent_at: at(3600), checks: 0 },
    });
  });

  it.each(['pending', 'claimed', 'sending', 'published', 'failed', 'cancelled'] as const)(
    'shows no next check for a target that is %s, although its entry may be due',
    (fate) => {
      const { content } = withOutcome(scheduled('twitter'), 'twitter', fate);
      expect(content.targets.twitter?.next_check_at).toBeUndefined();
    },
  );

  it('shows no unconfirmed_send for an entry without one', () => {
    const { content, entries } = scheduled('twitter');
    const { unconfirmed_send: _, ...old } = entries[0]!;
    expect(recomputeFromEntries(content, [old], [], at(5)).targets.twitter?.unconfirmed_send).toBeUndefined();
  });

  it('sets the earliest future time on the item', () => {
    const first = schedule(item, ['instagram'], at(3600), idsNamed('a'), NOW_MS);
    const second = schedule(first.content, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    expect(second.content.scheduled_at).toBe(at(60));
    expect(withOutcome(second, 'twitter', 'published').content.scheduled_at).toBe(at(3600));
  });

  it('keeps the latest time of finished targets', () => {
    const first = schedule(item, ['instagram'], at(60), idsNamed('a'), NOW_MS);
    const second = schedule(first.content, ['twitter'], at(3600), idsNamed('b'), NOW_MS);
    const both = withOutcome({ ...second, entries: [...first.entries, ...second.entries] }, 'twitter', 'failed');
    expect(withOutcome(both, 'instagram', 'published').content.scheduled_at).toBe(at(3600));
  });

  it('ignores the time of a cancelled entry next to a published one', () => {
    const first = schedule(item, ['instagram'], at(60), idsNamed('a'), NOW_MS);
    const second = schedule(
      withOutcome(first, 'instagram', 'published').content,
      ['twitter'],
      at(9000),
      idsNamed('b'),
      NOW_MS,
    );
    expect(second.content.scheduled_at).toBe(at(9000));
    expect(withOutcome(second, 'twitter', 'cancelled').content.scheduled_at).toBe(at(60));
  });

  it('has no time without pending or published targets', () => {
    const cancelled = afterOutcomes('cancelled', 'cancelled').content;
    expect([cancelled.status, cancelled.scheduled_at]).toEqual(['draft', null]);
  });

  it('sets updated_at, and does not change its input', () => {
    const state = scheduled('instagram');
    const copy = structuredClone(state);
    const entry = { ...entryOn(state, 'instagram'), state: 'failed' as const };
    expect(recomputeFromEntries(state.content, [entry], [], at(5)).updated_at).toBe(at(5));
    expect(state).toEqual(copy);
  });
});
