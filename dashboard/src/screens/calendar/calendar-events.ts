import { Temporal } from 'temporal-polyfill';
import { CONTENT_STATUSES } from '../../api/values.ts';
import type { PostFilter } from '../../content/post-filter.ts';
import type { ThumbnailFile } from '../../content/thumbnail.tsx';
import { t } from '../../language/texts.ts';
import { type LocalTime, type RequestedTime, toLocalTime } from '../../times.ts';
import { timeWriter } from './periods.ts';

/** What the calendar reads of a schedule entry. */
export interface Entry {
  id: string;
  content_id: string;
  account_id: string | null;
  /** Null if the item was deleted. */
  title: string | null;
  platform: string;
  scheduled_at: string;
  scheduled_local: LocalTime | null;
  status: string;
  sandbox: boolean;
  queue: { held: boolean } | null;
  recurrence: { id: string; held: boolean } | null;
  labels: string[];
  campaign: string | null;
  thumbnail: ThumbnailFile;
}

/** What the calendar reads of a content item. */
export interface Item {
  id: string;
  title: string;
  queue: { slot_at: string; held: boolean } | null;
  recurrence: { id: string; held: boolean } | null;
  labels: string[];
  campaign: string | null;
  targets: (Pick<Entry, 'account_id' | 'platform' | 'scheduled_at' | 'scheduled_local' | 'status' | 'sandbox'> & {
    schedule_id: string;
  })[];
}

/** The entries of one content item at one time. */
export interface CalendarEvent {
  id: string;
  contentId: string;
  entryIds: string[];
  scheduledAt: string;
  /** The local time that stands for it. Null where an instant was given. */
  scheduledLocal: LocalTime | null;
  title: string;
  platforms: string[];
  /** The accounts that are known to publish it. */
  accountIds: string[];
  labels: string[];
  campaign: string | null;
  thumbnail: ThumbnailFile;
  status: string;
  isSandbox: boolean;
  /** Whether a halt stops one of its posts. */
  isHalted: boolean;
  /** Whether a paused queue or a paused recurrence holds one of its posts. */
  isHeld: boolean;
  /** Whether a recurrence has made it. */
  isRecurring: boolean;
  /** Whether it can be rescheduled: nothing of it has been sent. */
  isMovable: boolean;
}

/** What the calendar reads of a halt. */
type Halted = { scope: 'workspace' | { platform: string } | { account: string } };

/**
 * Group schedule entries by content item and time, earliest first. Cancelled entries are left out. The halts are those of
 * the banner, so that a post has a mark as long as the banner is shown.
 */
export function groupEntries(entries: Entry[], halts: readonly Halted[] = []): CalendarEvent[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (entry.status === 'cancelled') continue;
    const id = `${entry.content_id} ${entry.scheduled_at}`;
    const group = groups.get(id);
    if (group) group.push(entry);
    else groups.set(id, [entry]);
  }
  const events = [...groups].map(([id, group]) => toEvent(id, group, halts));
  return events.sort((a, b) => (a.scheduledAt + a.id < b.scheduledAt + b.id ? -1 : 1));
}

function toEvent(id: string, group: Entry[], halts: readonly Halted[]): CalendarEvent {
  const { content_id, title, scheduled_at, scheduled_local, thumbnail, labels, campaign } = group[0]!;
  return {
    id,
    contentId: content_id,
    entryIds: group.map((entry) => entry.id),
    scheduledAt: scheduled_at,
    scheduledLocal: scheduled_local,
    title: title ?? t('words.deletedPost'),
    platforms: [...new Set(group.map(({ platform }) => platform))].sort(),
    accountIds: [...new Set(group.flatMap(({ account_id }) => account_id ?? []))],
    ...{ labels, campaign },
    thumbnail,
    status: combineStatuses(group.map(({ status }) => status)),
    isSandbox: group.every(({ sandbox }) => sandbox),
    isHalted: group.some((entry) => isHalted(entry, halts)),
    isHeld: group.some(
      ({ status, queue, recurrence }) => status === 'pending' && Boolean(queue?.held || recurrence?.held),
    ),
    isRecurring: group.some(({ recurrence }) => Boolean(recurrence)),
    isMovable: group.every(({ status }) => status === 'pending'),
  };
}

function isHalted({ status, platform, account_id }: Entry, halts: readonly Halted[]): boolean {
  if (status !== 'pending' && status !== 'publishing') return false;
  return halts.some(({ scope }) => {
    if (scope === 'workspace') return true;
    return 'platform' in scope ? scope.platform === platform : scope.account === account_id;
  });
}

// The first status that an entry has is that of the event.
const BY_PRIORITY = ['publishing', 'unconfirmed', 'partially_published', 'failed', 'pending', 'published'];

/** Combine the statuses of entries into one, named as the status of a content item. */
export function combineStatuses(statuses: string[]): string {
  const found = BY_PRIORITY.find((status) => statuses.includes(status)) ?? statuses[0] ?? 'scheduled';
  if (found === 'pending') return statuses.includes('published') ? 'publishing' : 'scheduled';
  if (found === 'failed' && statuses.includes('published')) return 'partially_published';
  return found;
}

/** Replace the entries of an item by its targets, as a change of the item returns them. */
export function withItem(entries: Entry[], item: Item): Entry[] {
  const others = entries.filter(({ content_id }) => content_id !== item.id);
  const thumbnail = entries.find(({ content_id }) => content_id === item.id)?.thumbnail ?? null;
  const targets = item.targets.map(({ schedule_id, account_id, platform, status, sandbox, ...times }) => ({
    ...{ id: schedule_id, content_id: item.id, title: item.title },
    ...{ account_id, platform, status, sandbox, thumbnail },
    ...{ scheduled_at: times.scheduled_at, scheduled_local: times.scheduled_local },
    ...{ labels: item.labels, campaign: item.campaign, recurrence: item.recurrence },
    queue: item.queue?.slot_at === times.scheduled_at ? item.queue : null,
  }));
  const known = new Set(targets.map(({ id }) => id));
  // An item names the current entry of each target. Earlier ones, such as those of a repeated publication, remain.
  const earlier = entries.filter(({ id, content_id, status }) => {
    return content_id === item.id && !known.has(id) && status === 'published';
  });
  return [...others, ...earlier, ...targets];
}

/** The statuses of items that the calendar does not show: they have no time, or no longer. */
const WITHOUT_EVENT: readonly string[] = ['draft', 'pending_approval', 'changes_requested', 'approved', 'cancelled'];

/** The statuses by which the calendar can be filtered, named as those of content items. */
export const EVENT_STATUSES = CONTENT_STATUSES.filter((status) => !WITHOUT_EVENT.includes(status));

/** Select the events that match a filter. Each of its values may match another target of an event. */
export function filterEvents(events: CalendarEvent[], filter: PostFilter): CalendarEvent[] {
  const { status, platform, account_id, label, campaign } = filter;
  return events.filter(
    (event) =>
      (status === '' || event.status === status) &&
      (platform === '' || event.platforms.includes(platform)) &&
      (account_id === '' || event.accountIds.includes(account_id)) &&
      (label === '' || event.labels.includes(label)) &&
      (campaign === '' || event.campaign === campaign),
  );
}

const SHOWN_MINUTES = 30;

/** Return where the calendar shows the end of an event: half an hour after its time, and never on the next day. */
export function shownEnd(scheduledAt: string, timeZone: string): string {
  const start = Temporal.Instant.from(scheduledAt).toZonedDateTimeISO(timeZone);
  const midnight = start.startOfDay().add({ days: 1 });
  const end = start.add({ minutes: SHOWN_MINUTES });
  return (Temporal.ZonedDateTime.compare(end, midnight) > 0 ? midnight : end).toInstant().toString();
}

/** Whether an item has changed since the calendar showed the event: it was moved, cancelled or sent. */
export function hasChanged(event: CalendarEvent, item: Item): boolean {
  return event.entryIds.some((id) => {
    const target = item.targets.find(({ schedule_id }) => schedule_id === id);
    return target?.status !== 'pending' || Date.parse(target.scheduled_at) !== Date.parse(event.scheduledAt);
  });
}

/** Whether an unchanged event has all targets of its item that can be moved. */
export function movesAll(event: CalendarEvent, item: Item): boolean {
  return item.targets.filter(({ status }) => status === 'pending').length === event.entryIds.length;
}

/** Group events by their day in a time zone, and name their local time (`09:30`, or as the locale has it). */
export function groupByDay(
  events: CalendarEvent[],
  timeZone: string,
): { day: string; timed: { time: string; event: CalendarEvent }[] }[] {
  const days: ReturnType<typeof groupByDay> = [];
  const timeOf = timeWriter(timeZone);
  for (const event of events) {
    const day = Temporal.Instant.from(event.scheduledAt).toZonedDateTimeISO(timeZone).toPlainDate().toString();
    const time = timeOf(event.scheduledAt);
    if (days.at(-1)?.day !== day) days.push({ day, timed: [] });
    days.at(-1)!.timed.push({ time, event });
  }
  return days;
}

/**
 * Select the events that a month shows: all of a day with at most `maxPerDay`, or else one fewer and, in `more`, the
 * number of the others.
 */
export function capPerDay(
  events: CalendarEvent[],
  timeZone: string,
  maxPerDay: number,
): { shown: CalendarEvent[]; more: { day: string; count: number }[] } {
  const shown: CalendarEvent[] = [];
  const more: { day: string; count: number }[] = [];
  for (const { day, timed } of groupByDay(events, timeZone)) {
    const size = timed.length > maxPerDay ? maxPerDay - 1 : timed.length;
    shown.push(...timed.slice(0, size).map(({ event }) => event));
    if (timed.length > size) more.push({ day, count: timed.length - size });
  }
  return { shown, more };
}

const DEFAULT_HOUR = 9;

/**
 * Return the time for a new post on a day (`2026-11-20`) of a time zone: 9:00, or the next full hour when that has
 * passed. Null for a day that is over.
 */
export function newPostTime(day: string, timeZone: string, nowMs: number): string | null {
  const morning = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: { hour: DEFAULT_HOUR } });
  if (morning.epochMilliseconds > nowMs) return morning.toInstant().toString();
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
  const nextHour = now.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 });
  return nextHour.toPlainDate().toString() === day ? nextHour.toInstant().toString() : null;
}

/** Return the URL of the composer for a new post at an instant. */
export function composeLink(at: string): string {
  return `#/compose?at=${encodeURIComponent(at)}`;
}

/** Return the time of an instant on the clock in which a post is planned: that of its zone, or of the workspace. */
export function plannedTime({ scheduledLocal }: CalendarEvent, to: string, planningZone: string): RequestedTime {
  return toLocalTime(to, scheduledLocal?.time_zone ?? planningZone) ?? to;
}
