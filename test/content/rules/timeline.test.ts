import { describe, expect, it } from 'vitest';
import { recomputeFromEntries } from '../../../lib/content/rules/content-state.ts';
import { reschedule } from '../../../lib/content/rules/schedule/reschedule-entry.ts';
import { retryFailed } from '../../../lib/content/rules/schedule/scheduling.ts';
import { entryError } from '../../../lib/content/rules/sends/publish-failure-reasons.ts';
import {
  extendTimeline,
  FIRST_TIMELINE_EVENTS,
  MAX_TIMELINE_EVENTS,
  type StoredTimeline,
  type TimelineEvent,
  toTimelineView,
} from '../../../lib/content/rules/timeline.ts';
import { toContentResponse, toContentView } from '../../../lib/content/rules/view/content-view.ts';
import { applyPublishOutcome, claim, startSending } from '../../../lib/publishing/rules/publish-transitions.ts';
import { resolveUnconfirmed } from '../../../lib/publishing/rules/resolve-unconfirmed.ts';
import { stopChecking } from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import { afterOutcomes, at, entryOn, idsNamed, LIMIT_SECONDS, NOW_MS, scheduled, withOutcome } from './items.ts';

const DUE_MS = NOW_MS + 3_600_000;
const SENDING = { preparedState: {}, key: 'k' };

function typesOf({ timeline }: StoredTimeline = {}) {
  return timeline?.map(([type]) => type);
}

describe('extendTimeline', () => {
  const numbered = (count: number, from = 0): TimelineEvent[] =>
    Array.from({ length: count }, (_, index) => ['checked', from + index]);

  it('appends events to those before', () => {
    const first = extendTimeline(undefined, [['scheduled', 1]]);
    expect(extendTimeline(first, [['failed', 2, 'too_late']])).toEqual({
      timeline: [
        ['scheduled', 1],
        ['failed', 2, 'too_late'],
      ],
    });
  });

  it('shows an event of a slow clock at the time of the event before it', () => {
    expect(extendTimeline({ timeline: [['claimed', 100]] }, [['sent', 90]]).timeline).toEqual([
      ['claimed', 100],
      ['sent', 100],
    ]);
  });

  it('keeps the maximum of events without omitting one', () => {
    const full = extendTimeline(undefined, numbered(MAX_TIMELINE_EVENTS));
    expect(full).toEqual({ timeline: numbered(MAX_TIMELINE_EVENTS) });
  });

  it('keeps the first and the latest events beyond the maximum, and counts the others', () => {
    const events = numbered(MAX_TIMELINE_EVENTS + 3);
    const byOne = events.reduce<StoredTimeline>((timeline, event) => extendTimeline(timeline, [event]), {});
    const kept = [...events.slice(0, FIRST_TIMELINE_EVENTS), ...events.slice(FIRST_TIMELINE_EVENTS + 3)];
    expect(byOne).toEqual({ timeline: kept, timeline_omitted: 3 });
    expect(extendTimeline(undefined, events)).toEqual(byOne);
  });

  it('takes at most 1,250 bytes for a target, whatever happens to it', () => {
    const worst: TimelineEvent[] = Array(50).fill(['retry_scheduled', NOW_MS, 'account_needs_reconnect']);
    expect(JSON.stringify(extendTimeline(undefined, worst)).length).toBeLessThanOrEqual(1250);
  });

  it('does not change its input', () => {
    const before: StoredTimeline = { timeline: numbered(MAX_TIMELINE_EVENTS) };
    const copy = structuredClone(before);
    extendTimeline(before, [['failed', 99]]);
    expect(before).toEqual(copy);
  });
});

describe('the timeline of a target', () => {
  it('shows a claim that is stored together with the start of sending', () => {
    const { content, entries } = scheduled('twitter');
    const claimed = claim(content, entries[0]!, 'att_1', DUE_MS).entries[0]!;
    const sending = startSending(content, claimed, SENDING, DUE_MS + 5);
    expect(sending.content.targets.twitter?.timeline).toEqual([
      ['scheduled', NOW_MS],
      ['claimed', DUE_MS],
      ['sent', DUE_MS + 5],
    ]);
  });

  it('shows a claim that was stored before once', () => {
    const claimed = withOutcome(scheduled('twitter'), 'twitter', 'claimed');
    const sending = startSending(claimed.content, entryOn(claimed, 'twitter'), SENDING, DUE_MS);
    expect(typesOf(sending.content.targets.twitter)).toEqual(['scheduled', 'claimed', 'sent']);
  });

  it('shows the claim of a worker that has taken over, stored together with its outcome', () => {
    const crashed = withOutcome(scheduled('twitter'), 'twitter', 'claimed');
    const laterMs = DUE_MS + 121_000;
    const taken = claim(crashed.content, entryOn(crashed, 'twitter'), 'att_2', laterMs).entries[0]!;
    const rejected = { outcome: 'rejected', error: entryError('account_missing') } as const;
    const ended = applyPublishOutcome(crashed.content, taken, rejected, laterMs, LIMIT_SECONDS);
    expect(ended.content.targets.twitter?.timeline?.slice(1)).toEqual([
      ['claimed', DUE_MS],
      ['claimed', laterMs],
      ['failed', laterMs, 'account_missing'],
    ]);
  });

  it('goes on when the target is retried', () => {
    const { content } = withOutcome(scheduled('twitter'), 'twitter', 'failed');
    const retried = retryFailed(content, idsNamed('b'), DUE_MS + 1000).content;
    expect(typesOf(retried.targets.twitter)).toEqual(['scheduled', 'claimed', 'sent', 'failed', 'retried']);
  });

  it('shows only the targets that were moved as rescheduled', () => {
    const state = afterOutcomes('pending', 'claimed');
    const { content } = reschedule(state, at(9000), 'grp_b', NOW_MS + 1);
    expect(typesOf(content.targets.instagram)).toEqual(['scheduled', 'rescheduled']);
    expect(typesOf(content.targets.twitter)).toEqual(['scheduled', 'claimed']);
  });

  it.each(['published', 'failed'] as const)('names the outcome of a target that was resolved as %s', (outcome) => {
    const state = afterOutcomes('published', 'unconfirmed');
    const resolution = outcome === 'published' ? { outcome, platformPostId: null, url: null } : { outcome };
    const resolved = resolveUnconfirmed(state.content, entryOn(state, 'twitter'), resolution, DUE_MS + 60_000)!;
    expect(resolved.content.targets.twitter?.timeline?.at(-1)).toEqual(['resolved', DUE_MS + 60_000, outcome]);
  });

  it('names that a platform cannot be asked', () => {
    const state = afterOutcomes('published', 'unconfirmed');
    const stopped = stopChecking(state.content, entryOn(state, 'twitter'), DUE_MS + 5000);
    expect(stopped.content.targets.twitter?.timeline?.at(-1)).toEqual(['checked', DUE_MS + 5000, 'not_supported']);
  });

  it('begins with the next event for a target of an earlier version', () => {
    const state = withOutcome(scheduled('twitter'), 'twitter', 'claimed');
    const { timeline: _, ...old } = state.content.targets.twitter!;
    const entry = entryOn(state, 'twitter');
    const content = { ...state.content, targets: { twitter: old } };
    const next = recomputeFromEntries(content, [entry], [['sent', DUE_MS]], at(3600));
    expect(next.targets.twitter?.timeline).toEqual([['sent', DUE_MS]]);
  });
});

describe('toTimelineView', () => {
  it('shows times as the API does, and null as the detail of an event without one', () => {
    const timeline: TimelineEvent[] = [
      ['scheduled', NOW_MS],
      ['failed', DUE_MS, 'too_late'],
    ];
    expect(toTimelineView({ timeline, timeline_omitted: 2 })).toEqual({
      timeline: [
        { type: 'scheduled', at: at(0), detail: null },
        { type: 'failed', at: at(3600), detail: 'too_late' },
      ],
      timeline_omitted: 2,
    });
  });

  it('is empty for a target of an earlier version', () => {
    expect(toTimelineView({})).toEqual({ timeline: [], timeline_omitted: 0 });
  });
});

describe('toContentResponse', () => {
  it('shows the timeline and the available actions of each target, and otherwise what events show', () => {
    const { content } = afterOutcomes('failed', 'pending');
    const {
      targets,
      editable_fields,
      available_actions,
      published_texts: _,
      ...item
    } = toContentResponse(content, {
      ...{ approval: 'none', approval_method: 'session' },
    }) as {
      [name: string]: unknown;
      targets: Record<string, unknown>[];
    };
    expect(editable_fields).toEqual([
      'title',
      'description',
      'media',
      'thread',
      'first_comment',
      'platform_options',
      'scheduled_at',
      'labels',
      'campaign',
      'metadata',
    ]);
    expect(available_actions).toEqual([
      'publish',
      'schedule',
      'return_to_draft',
      'cancel',
      'submit',
      'retry',
      'delete',
    ]);
    expect(targets.map(({ available_actions }) => available_actions)).toEqual([['retry'], ['reschedule', 'cancel']]);
    expect(targets[1]).toMatchObject({ timeline: [{ type: 'scheduled' }], timeline_omitted: 0 });
    const shown = targets.map(({ timeline, timeline_omitted, available_actions, halt, ...target }) => target);
    expect({ ...item, targets: shown }).toEqual(toContentView(content));
  });
});
