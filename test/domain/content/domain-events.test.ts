import { describe, expect, it } from 'vitest';
import type { Content, ContentState } from '../../../lib/domain/content/content.ts';
import { updateContent } from '../../../lib/domain/content/content-update.ts';
import {
  deriveContentEvents,
  EVENT_KINDS,
  toContentView,
} from '../../../lib/domain/content/domain-events.ts';
import { applyPublishOutcome } from '../../../lib/domain/content/publish-transitions.ts';
import {
  cancelPending,
  publishNow,
  reschedule,
  retryFailed,
  schedule,
} from '../../../lib/domain/content/scheduling.ts';
import {
  markNotPublished,
  markPublished,
  RECONCILE_DELAYS_SECONDS,
  resolveUnconfirmed,
  scheduleNextCheck,
  stopChecking,
} from '../../../lib/domain/content/unconfirmed-transitions.ts';
import {
  afterOutcomes,
  applyToEntry,
  at,
  DECLINED,
  draft,
  entryOn,
  idsNamed,
  LIMIT_SECONDS,
  NOW_MS,
  scheduled,
  UNANSWERED,
  withOutcome,
} from './items.ts';

/** Twitter's unconfirmed target once nobody looks any more. */
function unresolved(state: ContentState): ContentState {
  return applyToEntry(state, 'twitter', (content, entry) => stopChecking(content, entry, NOW_MS));
}

/** Twitter's unconfirmed target after a person said what became of it. */
function resolved(state: ContentState, outcome: 'published' | 'failed'): ContentState {
  const word =
    outcome === 'published' ? { outcome, platformPostId: null, url: null } : { outcome: 'failed' as const };
  return applyToEntry(
    state,
    'twitter',
    (content, entry) => resolveUnconfirmed(content, entry, word, NOW_MS)!,
  );
}

function eventTypesFor(before: Content | null, after: Content | null): string[] {
  return deriveContentEvents(before, after).map(({ type, dedupKey: cause }) => `${type} ${cause}`);
}

describe('EVENT_KINDS', () => {
  it('are the eight of the reference', () => {
    expect([...EVENT_KINDS].sort()).toEqual([
      'approval.requested',
      'comment.created',
      'content.created',
      'content.failed',
      'content.published',
      'content.scheduled',
      'engagement.received',
      'mention.detected',
    ]);
  });
});

describe('content.created', () => {
  it('follows from a new draft, alone', () => {
    expect(eventTypesFor(null, draft('twitter').content)).toEqual(['content.created cnt_1/created']);
  });

  it('follows from a new item with a time, together with content.scheduled', () => {
    expect(eventTypesFor(null, scheduled('twitter').content)).toEqual([
      'content.created cnt_1/created',
      'content.scheduled cnt_1/scheduled/grp_a',
    ]);
  });
});

describe('content.scheduled', () => {
  it('follows once from scheduling several platforms, and says which and when', () => {
    const [event, ...others] = deriveContentEvents(
      draft('instagram', 'twitter').content,
      scheduled('instagram', 'twitter').content,
    );
    expect(others).toEqual([]);
    expect([event?.type, event?.data.scheduling]).toEqual([
      'content.scheduled',
      { group_id: 'grp_a', platforms: ['instagram', 'twitter'], scheduled_at: at(3600) },
    ]);
  });

  it('follows from another time, with another cause', () => {
    const before = scheduled('twitter');
    const { content } = reschedule(before, at(60), 'grp_b', NOW_MS);
    expect(eventTypesFor(before.content, content)).toEqual(['content.scheduled cnt_1/scheduled/grp_b']);
  });

  it('follows from a second platform scheduled later', () => {
    const first = schedule(
      draft('instagram', 'twitter').content,
      ['instagram'],
      at(60),
      idsNamed('a'),
      NOW_MS,
    );
    const second = schedule(first.content, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    expect(eventTypesFor(first.content, second.content)).toEqual(['content.scheduled cnt_1/scheduled/grp_b']);
  });

  it('does not follow from publishing now', () => {
    const before = draft('twitter');
    expect(eventTypesFor(before.content, publishNow(before, idsNamed('n'), NOW_MS).content)).toEqual([]);
  });
});

describe('content.published', () => {
  it('follows when the last platform confirms, and not before', () => {
    const [sending, one, both] = [
      afterOutcomes('sending', 'sending'),
      afterOutcomes('published', 'sending'),
      afterOutcomes('published', 'published'),
    ];
    expect(eventTypesFor(sending.content, one.content)).toEqual([]);
    expect(eventTypesFor(one.content, both.content)).toEqual([
      'content.published cnt_1/published/scd_a0+scd_a1',
    ]);
  });

  it('has one cause, whichever platform confirms last', () => {
    const both = afterOutcomes('published', 'published').content;
    expect(eventTypesFor(afterOutcomes('sending', 'published').content, both)).toEqual(
      eventTypesFor(afterOutcomes('published', 'sending').content, both),
    );
  });

  it('follows from cancelling the rest, when that leaves only what is published', () => {
    const before = afterOutcomes('published', 'pending');
    const { content } = cancelPending(before, 'draft', NOW_MS);
    expect(eventTypesFor(before.content, content)).toEqual(['content.published cnt_1/published/scd_a0']);
  });

  it('follows again when a further platform was scheduled and published later', () => {
    const later = laterOnTwitter();
    const after = withOutcome(later, 'twitter', 'published');
    expect(eventTypesFor(withOutcome(later, 'twitter', 'sending').content, after.content)).toEqual([
      'content.published cnt_1/published/scd_a0+scd_b0',
    ]);
  });

  it('does not follow again when a further platform was scheduled and cancelled', () => {
    const later = laterOnTwitter();
    expect(eventTypesFor(later.content, withOutcome(later, 'twitter', 'cancelled').content)).toEqual([]);
  });

  it('does not follow while one platform has failed', () => {
    const types = deriveContentEvents(
      afterOutcomes('published', 'sending').content,
      afterOutcomes('published', 'failed').content,
    );
    expect(types.map((event) => event.type)).toEqual(['content.failed']);
  });

  it.each([
    ['is looked up', (state: ContentState) => state, []],
    ['is left in doubt', unresolved, ['content.failed']],
  ])('does not follow while one platform %s', (_, then, types) => {
    const before = afterOutcomes('published', 'sending').content;
    const after = then(afterOutcomes('published', 'unconfirmed')).content;
    expect(deriveContentEvents(before, after).map(({ type }) => type)).toEqual(types);
  });

  it('follows when the platform turns out to have the last post', () => {
    const before = afterOutcomes('published', 'unconfirmed');
    const live = { platformPostId: 'p1', url: null, publishedAtMs: null };
    const after = applyToEntry(before, 'twitter', (content, entry) =>
      markPublished(content, entry, live, NOW_MS),
    );
    expect(eventTypesFor(before.content, after.content)).toEqual([
      'content.published cnt_1/published/scd_a0+scd_a1',
    ]);
  });

  it.each([
    ['while it is looked up', (state: ContentState) => state],
    ['once nobody looks any more', unresolved],
  ])('follows when a person says so of the last post, %s', (_, then) => {
    const before = then(afterOutcomes('published', 'unconfirmed'));
    expect(eventTypesFor(before.content, resolved(before, 'published').content)).toEqual([
      'content.published cnt_1/published/scd_a0+scd_a1',
    ]);
  });

  it.each(['pending', 'sending', 'failed'] as const)(
    'does not follow from the word of a person while another platform is %s',
    (fate) => {
      const before = unresolved(afterOutcomes(fate, 'unconfirmed'));
      expect(eventTypesFor(before.content, resolved(before, 'published').content)).toEqual([]);
    },
  );

  it('follows when what had failed went out after all, with the entry it went out by', () => {
    const failed = afterOutcomes('published', 'failed');
    const again = retryFailed(failed.content, idsNamed('r'), NOW_MS);
    const after = withOutcome(again, 'twitter', 'published');
    expect(eventTypesFor(withOutcome(again, 'twitter', 'sending').content, after.content)).toEqual([
      'content.published cnt_1/published/scd_a0+scd_r0',
    ]);
  });
});

describe('content.failed', () => {
  it.each([
    ['failed', afterOutcomes('pending', 'failed'), DECLINED],
    ['unconfirmed', unresolved(afterOutcomes('pending', 'unconfirmed')), UNANSWERED],
  ] as const)(
    'follows from a platform that is %s for good, with its details',
    (status, { content }, error) => {
      const [event, ...others] = deriveContentEvents(afterOutcomes('pending', 'sending').content, content);
      expect(others).toEqual([]);
      expect([event?.type, event?.dedupKey]).toEqual(['content.failed', `cnt_1/failed/scd_a1/${status}`]);
      expect(event?.data.failed_target).toMatchObject({ platform: 'twitter', status, error });
    },
  );

  it('does not follow from an unknown outcome while the platform is still asked', () => {
    const before = afterOutcomes('pending', 'sending').content;
    expect(eventTypesFor(before, afterOutcomes('pending', 'unconfirmed').content)).toEqual([]);
  });

  it('follows once from all the looks that found nothing: from the last one', () => {
    let state = afterOutcomes('pending', 'unconfirmed');
    const after = RECONCILE_DELAYS_SECONDS.map(() => {
      const before = state.content;
      state = applyToEntry(state, 'twitter', (content, entry) => scheduleNextCheck(content, entry, NOW_MS));
      return eventTypesFor(before, state.content);
    });
    expect(after).toEqual([[], [], [], ['content.failed cnt_1/failed/scd_a1/unconfirmed']]);
  });

  it('does not follow from a post that the platform says is not live: it is tried again', () => {
    const before = afterOutcomes('pending', 'unconfirmed');
    const after = applyToEntry(before, 'twitter', (content, entry) =>
      markNotPublished(content, entry, NOW_MS, LIMIT_SECONDS),
    );
    expect(eventTypesFor(before.content, after.content)).toEqual([]);
  });

  it.each([
    ['while it is looked up', (state: ContentState) => state],
    ['once nobody looks any more', unresolved],
  ])('follows when a person says that a post has failed, %s', (_, then) => {
    const before = then(afterOutcomes('published', 'unconfirmed'));
    const after = resolved(before, 'failed').content;
    expect(eventTypesFor(before.content, after)).toEqual(['content.failed cnt_1/failed/scd_a1/failed']);
  });

  it('does not follow when a person says that a post is live', () => {
    const before = unresolved(afterOutcomes('pending', 'unconfirmed'));
    expect(eventTypesFor(before.content, resolved(before, 'published').content)).toEqual([]);
  });

  it('follows once from an unconfirmed target stored before there were read-backs', () => {
    const sending = afterOutcomes('published', 'sending').content;
    const { content } = unresolved(afterOutcomes('published', 'unconfirmed'));
    const { next_check_at: _, unconfirmed_send: __, ...old } = content.targets.twitter!;
    const stored = { ...content, targets: { ...content.targets, twitter: old } };
    expect(eventTypesFor(sending, stored)).toEqual(['content.failed cnt_1/failed/scd_a1/unconfirmed']);
    expect(eventTypesFor(stored, { ...stored, updated_at: at(9000) })).toEqual([]);
  });

  it('follows for each of two platforms that fail in one change', () => {
    expect(
      eventTypesFor(afterOutcomes('sending', 'sending').content, afterOutcomes('failed', 'failed').content),
    ).toEqual(['content.failed cnt_1/failed/scd_a0/failed', 'content.failed cnt_1/failed/scd_a1/failed']);
  });

  it('is told once: not again when another platform moves', () => {
    expect(
      eventTypesFor(afterOutcomes('failed', 'sending').content, afterOutcomes('failed', 'published').content),
    ).toEqual([]);
  });

  it('is told again when a new entry for the platform fails too', () => {
    const failed = withOutcome(scheduled('twitter'), 'twitter', 'failed');
    const again = schedule(failed.content, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    expect(
      eventTypesFor(
        withOutcome(again, 'twitter', 'sending').content,
        withOutcome(again, 'twitter', 'failed').content,
      ),
    ).toEqual(['content.failed cnt_1/failed/scd_b0/failed']);
  });

  it('is told again for another entry even when no image of its way there was seen', () => {
    const failed = withOutcome(scheduled('twitter'), 'twitter', 'failed');
    const again = schedule(failed.content, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    expect(eventTypesFor(failed.content, withOutcome(again, 'twitter', 'failed').content)).toContain(
      'content.failed cnt_1/failed/scd_b0/failed',
    );
  });

  it('does not follow from a try that will be repeated', () => {
    const state = withOutcome(scheduled('twitter'), 'twitter', 'sending');
    const retry = { outcome: 'retry', error: DECLINED, retryAfterSeconds: null } as const;
    const after = applyPublishOutcome(state.content, entryOn(state, 'twitter'), retry, NOW_MS, LIMIT_SECONDS);
    expect(after.content.targets.twitter?.error).toEqual(DECLINED);
    expect(eventTypesFor(state.content, after.content)).toEqual([]);
  });
});

describe('nothing', () => {
  it('follows from a deletion', () => {
    expect(deriveContentEvents(afterOutcomes('published', 'pending').content, null)).toEqual([]);
  });

  it('follows from a change of the text', () => {
    const before = scheduled('twitter');
    const after = updateContent(before, { title: 'New' }, idsNamed('e'), NOW_MS)!;
    expect(eventTypesFor(before.content, after.content)).toEqual([]);
  });

  it('follows from trying again where it failed', () => {
    const { content } = afterOutcomes('published', 'failed');
    expect(eventTypesFor(content, retryFailed(content, idsNamed('r'), NOW_MS).content)).toEqual([]);
  });

  it('follows when an item left in unconfirmed_send was written again as it is', () => {
    const { content } = unresolved(afterOutcomes('published', 'unconfirmed'));
    expect(eventTypesFor(content, { ...content, version: content.version + 1 })).toEqual([]);
  });

  it('follows from a claim and from the start of sending', () => {
    const [pending, claimed, sending] = (['pending', 'claimed', 'sending'] as const).map(
      (fate) => afterOutcomes(fate, 'pending').content,
    );
    expect([...eventTypesFor(pending!, claimed!), ...eventTypesFor(claimed!, sending!)]).toEqual([]);
  });

  it('follows from cancelling what is pending', () => {
    const before = scheduled('twitter');
    expect(eventTypesFor(before.content, cancelPending(before, 'cancelled', NOW_MS).content)).toEqual([]);
  });

  it.each(['published', 'failed', 'unconfirmed', 'pending'] as const)(
    'follows when an item that is %s was written again as it is',
    (fate) => {
      const { content } = afterOutcomes(fate, fate);
      expect(eventTypesFor(content, { ...content, version: content.version + 1, updated_at: at(9) })).toEqual(
        [],
      );
    },
  );
});

describe('deriveContentEvents', () => {
  it('are the same, causes and data, every time the same change is read', () => {
    const [before, after] = [
      afterOutcomes('sending', 'failed').content,
      afterOutcomes('published', 'failed').content,
    ];
    expect(deriveContentEvents(structuredClone(before), structuredClone(after))).toEqual(
      deriveContentEvents(before, after),
    );
  });

  it('do not depend on the order in which the table gives the targets back', () => {
    const after = afterOutcomes('published', 'published').content;
    const turned = { ...after, targets: Object.fromEntries(Object.entries(after.targets).reverse()) };
    const before = afterOutcomes('published', 'sending').content;
    expect(JSON.stringify(deriveContentEvents(before, turned))).toBe(
      JSON.stringify(deriveContentEvents(before, after)),
    );
  });

  it('carry the item as the API shows it', () => {
    const after = draft('twitter').content;
    expect(deriveContentEvents(null, after)[0]?.data).toEqual(toContentView(after));
  });
});

describe('toContentView', () => {
  it('has the fields of the reference and of section 3 of the contract', () => {
    const { content } = afterOutcomes('published', 'failed');
    expect(toContentView(content)).toMatchObject({
      id: 'cnt_1',
      title: 'Title',
      description: 'Description',
      status: 'partially_published',
      platforms: ['instagram', 'twitter'],
      scheduled_at: at(3600),
      created_at: at(0),
      updated_at: at(3600),
      targets: [
        { platform: 'instagram', status: 'published', platform_post_id: 'post-instagram' },
        { platform: 'twitter', status: 'failed', error: DECLINED },
      ],
    });
  });

  it('says of an unconfirmed target when the platform is asked next, and nothing of the doubt', () => {
    const [, target] = toContentView(afterOutcomes('published', 'unconfirmed').content).targets as object[];
    expect(target).toMatchObject({ status: 'unconfirmed', next_check_at: at(3605) });
    expect(target).not.toHaveProperty('doubt');
  });

  it('says of an unconfirmed target that is not looked up any more that there is no next look', () => {
    const [, target] = toContentView(unresolved(afterOutcomes('published', 'unconfirmed')).content)
      .targets as object[];
    expect(target).toMatchObject({ status: 'unconfirmed', next_check_at: null });
  });

  it('shows nothing of the bookkeeping', () => {
    const shown = Object.keys(toContentView(scheduled('twitter').content));
    expect(shown.filter((name) => /version|workspace|resting|last_|created_by/.test(name))).toEqual([]);
  });
});

/** Published on Instagram, told, and then scheduled for Twitter as well. */
function laterOnTwitter() {
  const first = schedule(draft('instagram', 'twitter').content, ['instagram'], at(60), idsNamed('a'), NOW_MS);
  const published = withOutcome(first, 'instagram', 'published').content;
  return schedule(published, ['twitter'], at(9000), idsNamed('b'), NOW_MS);
}
