import type { Write } from '../../lib/core/table/commit.ts';
import { newSettings } from '../../lib/recurrences/rules/new-settings.ts';
import { withNextStep } from '../../lib/recurrences/rules/progress.ts';
import { newRecurrence, type Recurrence } from '../../lib/recurrences/rules/recurrence.ts';
import { newRecurrenceWrites } from '../../lib/recurrences/store/recurrences.ts';

const TEXTS = ['Tip: plan your week on Monday.', 'Tip: write three posts at a time.'];

/** Build a weekly recurrence without items. */
export function weeklyRecurrence(
  owner: { id: string; workspaceId: string; userId: string },
  nowMs: number,
  name = 'Weekly tip',
): Recurrence {
  const clock = { time: '09:00', time_zone: 'Europe/Berlin' };
  const post = { title: name, platforms: ['twitter' as const], variations: TEXTS };
  const settings = newSettings({ ...post, name, rule: 'FREQ=WEEKLY;BYDAY=MO' }, clock, nowMs);
  return withNextStep(newRecurrence(settings, owner, nowMs), nowMs);
}

/** Build two recurrences: one to be read and changed, and one to be deleted. */
export function recurrenceSamples(workspaceId: string, userId: string, ids: string[], nowMs: number): Write[] {
  return ids.flatMap((id) => newRecurrenceWrites(weeklyRecurrence({ id, workspaceId, userId }, nowMs)).slice(0, 1));
}
