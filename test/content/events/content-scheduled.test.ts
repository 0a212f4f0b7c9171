import { describe, expect, it } from 'vitest';
import { reschedule } from '../../../lib/content/rules/schedule/reschedule-entry.ts';
import { publishNow, schedule } from '../../../lib/content/rules/schedule/scheduling.ts';
import { at, draft, idsNamed, NOW_MS, scheduled } from '../rules/items.ts';
import { deriveContentEvents, eventTypesFor } from './content-changes.ts';

describe('content.scheduled', () => {
  it('is derived once from scheduling several platforms, with the platforms and the time', () => {
    const [event, ...others] = deriveContentEvents(
      draft('instagram', 'twitter').content,
      scheduled('instagram', 'twitter').content,
    );
    expect(others).toEqual([]);
    expect([event?.type, event?.data.scheduling]).toEqual([
      'content.scheduled',
      {
        group_id: 'grp_a',
        platforms: ['instagram', 'twitter'],
        account_ids: [],
        scheduled_at: at(3600),
        scheduled_local: null,
      },
    ]);
  });

  it('is derived from a new time, with another deduplication key', () => {
    const before = scheduled('twitter');
    const { content } = reschedule(before, at(60), 'grp_b', NOW_MS);
    expect(eventTypesFor(before.content, content)).toEqual(['content.scheduled cnt_1/scheduled/grp_b']);
  });

  it('is derived from scheduling a second platform later', () => {
    const first = schedule(draft('instagram', 'twitter').content, ['instagram'], at(60), idsNamed('a'), NOW_MS);
    const second = schedule(first.content, ['twitter'], at(60), idsNamed('b'), NOW_MS);
    expect(eventTypesFor(first.content, second.content)).toEqual(['content.scheduled cnt_1/scheduled/grp_b']);
  });

  it('is not derived from publishing immediately', () => {
    const before = draft('twitter');
    expect(eventTypesFor(before.content, publishNow(before, idsNamed('n'), NOW_MS).content)).toEqual([]);
  });
});
