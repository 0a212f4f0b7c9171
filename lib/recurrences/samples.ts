import { ACCOUNTS } from '../accounts/samples.ts';
import { LABELS, MEDIA_FILES, PLATFORM_ALIAS, PLATFORM_RULES, TEXT, TITLE } from '../content/samples.ts';
import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { PAGING } from '../core/api/inexpressible-rules.ts';
import { newSettings } from './rules/new-settings.ts';
import { withNextStep } from './rules/progress.ts';
import { newRecurrence, type Recurrence } from './rules/recurrence.ts';
import { newRecurrenceWrites } from './store/recurrences.ts';

const TEXTS = ['Tip: plan your week on Monday.', 'Tip: write three posts at a time.'];

/** Build a weekly recurrence without items. */
export function weeklyRecurrence(
  owner: { id: string; workspaceId: string; userId: string },
  nowMs: number,
): Recurrence {
  const clock = { time: '09:00', time_zone: 'Europe/Berlin' };
  const name = 'Weekly tip';
  const post = { title: name, platforms: ['twitter' as const], variations: TEXTS };
  const settings = newSettings({ ...post, name, rule: 'FREQ=WEEKLY;BYDAY=MO' }, clock, nowMs);
  return withNextStep(newRecurrence(settings, owner, nowMs), nowMs);
}

export const samples = defineSamples({
  path: '/v1/recurrences/{id}',
  // Paused, it has no items, which the stream would change.
  make: async ({ create }) => {
    const rule = { rule: 'FREQ=WEEKLY;BYDAY=MO', time: '09:00', time_zone: 'UTC', paused: true };
    return { id: await create('/recurrences', { title: 'Weekly tip', platforms: ['twitter'], ...rule }) };
  },
  // One to be read and changed, and one to be deleted.
  ids: [sampleId('recurrence', 0), sampleId('recurrence', 1)],
  store: ({ workspace_id: workspaceId, created_by: userId, nowMs }, ids) =>
    ids.flatMap((id) => newRecurrenceWrites(weeklyRecurrence({ id, workspaceId, userId }, nowMs))),
});

// What an RRULE may contain, and dates that exist and are near.
const RECURRENCE = [
  /^\/rule: /,
  /^\/time_zone: Must be the name of an IANA/,
  /^\/(starts_on|from|excluded_dates\/[0-9]+): Must (be|exist)/,
  /^\/variations(\/[0-9]+)?: /,
];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /recurrences': PAGING,
  'POST /recurrences': [...TITLE, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...RECURRENCE],
  'PUT /recurrences/{id}': [...TEXT, ...LABELS, ...ACCOUNTS, ...MEDIA_FILES, ...PLATFORM_ALIAS, ...PLATFORM_RULES, ...RECURRENCE],
  'POST /recurrences/preview': RECURRENCE,
};
