import { describe, expect, it } from 'vitest';
import { reschedule, rescheduleEntry } from '../../../lib/content/rules/schedule/reschedule-entry.ts';
import { publishNow, retryFailed, schedule } from '../../../lib/content/rules/schedule/scheduling.ts';
import { toContentView } from '../../../lib/content/rules/view/content-view.ts';
import { at, draft, idsNamed, NOW_MS, withOutcome } from './items.ts';

const LOCAL = { local: '2027-03-01T11:00', time_zone: 'Europe/Berlin' };
const planned = () =>
  schedule(draft('twitter', 'linkedin').content, ['twitter', 'linkedin'], at(3600), idsNamed('a'), NOW_MS, LOCAL);
const localsOf = ({ targets }: Record<string, unknown>) =>
  (targets as { scheduled_local: unknown }[]).map(({ scheduled_local }) => scheduled_local);

describe('the local time of an item', () => {
  it('is that of its targets', () => {
    const view = toContentView(planned().content);
    expect([view.scheduled_local, ...localsOf(view)]).toEqual([LOCAL, LOCAL, LOCAL]);
  });

  it('is that of its first pending target when they differ', () => {
    const state = planned();
    const { content } = rescheduleEntry(state.content, state.entries[0]!, at(1800), 'grp_b', NOW_MS)!;
    const view = toContentView(content);
    expect([view.scheduled_local, ...localsOf(view)]).toEqual([null, null, LOCAL]);
  });

  it('stays when a post is published, as the plan that was kept', () => {
    const { content } = withOutcome(withOutcome(planned(), 'twitter', 'published'), 'linkedin', 'published');
    expect(toContentView(content)).toMatchObject({ status: 'published', scheduled_local: LOCAL });
  });

  it('ends when the item is published now', () => {
    const view = toContentView(publishNow(planned(), idsNamed('n'), NOW_MS).content);
    expect([view.scheduled_local, ...localsOf(view)]).toEqual([null, null, null]);
  });

  it('ends for a target that is retried', () => {
    const failed = withOutcome(planned(), 'twitter', 'failed');
    const view = toContentView(retryFailed(failed.content, idsNamed('r'), NOW_MS).content);
    expect(localsOf(view)).toEqual([null, LOCAL]);
  });

  it('moves only the targets that have another one', () => {
    const state = planned();
    const other = { ...LOCAL, time_zone: 'Europe/Paris' };
    const first = rescheduleEntry(state.content, state.entries[0]!, at(3600), 'grp_b', NOW_MS, other)!;
    const moved = reschedule(
      { content: first.content, entries: [first.entries[0]!, state.entries[1]!] },
      ...([at(3600), 'grp_c', NOW_MS, other] as const),
    );
    expect(moved.entries.map(({ platform }) => platform)).toEqual(['linkedin']);
  });
});
