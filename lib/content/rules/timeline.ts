import { formatInstant } from '../../core/values/timestamps.ts';
import type { EntryState } from './schedule-entry.ts';

/**
 * What can happen to a target, with the states of its entry afterwards: those of a single post first, then those of a
 * part of a thread.
 */
export const TIMELINE_STATES = {
  scheduled: ['pending'],
  rescheduled: ['pending', 'continuing'],
  retried: ['pending', 'continuing'],
  claimed: ['claimed'],
  sent: ['sending'],
  retry_scheduled: ['pending', 'continuing'],
  confirmed: ['published', 'continuing'],
  unconfirmed: ['unconfirmed'],
  checked: ['unconfirmed'],
  reconciled: ['published', 'continuing'],
  resolved: ['published', 'failed', 'continuing', 'interrupted'],
  failed: ['failed', 'interrupted'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly EntryState[]>;

export type TimelineEventType = keyof typeof TIMELINE_STATES;

/**
 * One event of a target: what happened, when (epoch milliseconds), and the code of the error or the outcome that was
 * reported. A list of values: an item stores every event of every target, and is read and written as a whole.
 */
export type TimelineEvent = [type: TimelineEventType, atMs: number, detail?: string];

/** The events of a target in order of time, and how many of them are not stored any more. */
export type StoredTimeline = {
  /** Absent in items of earlier versions. */
  timeline?: TimelineEvent[];
  /** Absent while every event is stored. */
  timeline_omitted?: number;
};

/** The most events that a target stores. They take about a kilobyte, and an item has at most 45 targets. */
export const MAX_TIMELINE_EVENTS = 20;

/** How many of these are the first ones: those of the first attempt. The others are the latest. */
export const FIRST_TIMELINE_EVENTS = 4;

/**
 * Add events to the timeline of a target. Functions read their clocks independently, so an event is never earlier than the
 * one before it. Beyond the maximum, the events after the first attempt are dropped, oldest first, and counted. The
 * confirmation of a later part of a thread replaces the events of its last attempt, or a thread would fill the timeline.
 */
export function extendTimeline(before: StoredTimeline | undefined, added: readonly TimelineEvent[]): StoredTimeline {
  const all = [...(before?.timeline ?? [])];
  for (const [type, atMs, ...detail] of added) {
    if (type === 'confirmed' && Number(detail[0] ?? 0) > 0) dropLastAttempt(all);
    all.push([type, Math.max(atMs, all.at(-1)?.[1] ?? atMs), ...detail]);
  }
  const dropped = Math.max(0, all.length - MAX_TIMELINE_EVENTS);
  const omitted = (before?.timeline_omitted ?? 0) + dropped;
  all.splice(FIRST_TIMELINE_EVENTS, dropped);
  return { timeline: all, ...(omitted > 0 ? { timeline_omitted: omitted } : {}) };
}

function dropLastAttempt(events: TimelineEvent[]): void {
  for (const type of ['sent', 'claimed']) if (events.at(-1)?.[0] === type) events.pop();
}

/** One event as the API shows it. */
export type TimelineEventView = { type: TimelineEventType; at: string; detail: string | null };

/** Build the timeline of a target as the API shows it, with the number of events that are not stored any more. */
export function toTimelineView({ timeline = [], timeline_omitted = 0 }: StoredTimeline) {
  const events = timeline.map(
    ([type, atMs, detail = null]): TimelineEventView => ({ type, at: formatInstant(atMs), detail }),
  );
  return { timeline: events, timeline_omitted };
}
