import { toMediaReference, toOptionsView, toThreadView } from '../../content/rules/media-references.ts';
import { pick } from '../../core/values/pick.ts';
import type { MadeOccurrence } from './occurrence-post.ts';
import { type Calendar, nextDates, occurrenceOn } from './occurrences.ts';
import type { Recurrence } from './recurrence.ts';

const SHOWN_DATES = 5;

/** Return the next dates of a rule as the API shows them, at most `count`. */
export function upcomingDates(calendar: Calendar, nowMs: number, count = SHOWN_DATES) {
  return nextDates(calendar, calendar.starts_on, nowMs, count).map(({ date, at, local }) => {
    return { date, local: local.local, at, clock: local.clock ?? 'regular' };
  });
}

/** Return a recurrence as the API shows it, with the ids of labels: `withLabelNames` puts their names there. */
export function toRecurrenceView(recurrence: Recurrence, nowMs: number): Record<string, unknown> {
  const { thread, platform_options } = recurrence;
  return {
    ...toRecurrenceSummary(recurrence, nowMs),
    ...pick(recurrence, 'description', 'variations', 'first_comment'),
    thread: toThreadView(thread),
    platform_options: toOptionsView(platform_options),
  };
}

/** Return a recurrence as lists show it, without its texts. */
export function toRecurrenceSummary(recurrence: Recurrence, nowMs: number): Record<string, unknown> {
  const { accounts, media, cooldown_posts } = recurrence;
  return {
    ...pick(recurrence, 'id', 'name', 'title', 'platforms'),
    accounts: accounts.map(({ id }) => id),
    media: media.map(toMediaReference),
    ...pick(recurrence, 'labels', 'campaign', 'metadata'),
    ...pick(recurrence, 'rule', 'starts_on', 'time', 'time_zone', 'excluded_dates'),
    evergreen: cooldown_posts === null ? null : { cooldown_posts },
    paused: recurrence.paused,
    next_dates: upcomingDates(recurrence, nowMs),
    ...pick(recurrence, 'last_problem'),
    last_change: recurrence.last_change && { held: 0, ...recurrence.last_change },
    ...pick(recurrence, 'created_by', 'created_at', 'updated_at'),
  };
}

/** Return the outcomes of the dates of a recurrence, in order, with those that are tried again. */
export function toOccurrenceViews(recurrence: Recurrence, made: MadeOccurrence[]) {
  const waiting = recurrence.deferred.flatMap((date) => {
    const found = occurrenceOn(recurrence, date);
    const detail = 'Each of its texts is published too close to this date. It is tried again until the day before.';
    return found ? [{ date, at: found.at, content_id: null, problem: { code: 'in_cooldown', detail } }] : [];
  });
  const decided = made.map((each) => pick(each, 'date', 'at', 'content_id', 'problem'));
  return [...decided, ...waiting].sort((one, other) => (one.date < other.date ? -1 : 1));
}
