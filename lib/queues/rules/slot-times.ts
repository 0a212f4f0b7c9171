import { Temporal } from 'temporal-polyfill';
import type { ScheduledLocal } from '../../content/rules/scheduled-local.ts';
import { type LocalTime, resolveLocalTime } from '../../core/values/local-time.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';
import { type Queue, WEEKDAYS } from './queue.ts';

/** How far ahead a slot can be claimed: 300 posts in five slots a week need more than a year. */
export const MAX_SLOT_DAYS = 731;
const WEEK_DAYS = 7;

type Slots = Pick<Queue, 'slots' | 'time_zone'>;

/**
 * Yield the times of the slots of a queue after `afterMs` and at most `MAX_SLOT_DAYS` later, in order, each once. A slot in
 * the gap of a change of the clock is later by the gap; one that the clock shows twice is the first.
 */
export function* slotTimes(queue: Slots, afterMs: number): Generator<string, void> {
  const endMs = afterMs + MAX_SLOT_DAYS * DAY_MS;
  const dayMs = Math.floor(afterMs / DAY_MS) * DAY_MS;
  for (let fromMs = dayMs; fromMs <= endMs; fromMs += WEEK_DAYS * DAY_MS) {
    for (const timeMs of slotsOfWeek(queue, fromMs)) {
      if (timeMs > afterMs && timeMs <= endMs) yield formatInstant(timeMs);
    }
  }
}

/**
 * Return the local time of a slot of a queue: that of the first of its weekly slots with this instant. Null for an instant
 * that is no slot of the queue, such as that of a post that was queued before its slots changed.
 */
export function localTimeOfSlot(queue: Slots, slotAt: string): ScheduledLocal | null {
  const slotMs = Date.parse(slotAt);
  for (const given of localTimesOf(queue, Math.floor(slotMs / DAY_MS) * DAY_MS, 1)) {
    const { epochMs, clock } = resolveLocalTime(given);
    if (epochMs === slotMs) return { ...given, ...(clock === 'regular' ? {} : { clock }) };
  }
  return null;
}

/** Compute the instants of the slots in the week from a midnight in UTC. */
function slotsOfWeek(queue: Slots, fromMs: number): number[] {
  const endMs = fromMs + WEEK_DAYS * DAY_MS;
  const times = new Set<number>();
  for (const given of localTimesOf(queue, fromMs, WEEK_DAYS)) times.add(resolveLocalTime(given).epochMs);
  return [...times].filter((timeMs) => timeMs >= fromMs && timeMs < endMs).sort((a, b) => a - b);
}

/** Yield the local times of the slots that some days from a midnight in UTC may have, by date, in the order of the queue. */
function* localTimesOf({ slots, time_zone }: Slots, fromMs: number, days: number): Generator<LocalTime, void> {
  const first = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO('UTC').toPlainDate();
  // Clocks are up to 14 hours ahead of UTC and 12 behind, so the days before and after have slots of these days.
  for (let day = -1; day <= days; day++) {
    const date = first.add({ days: day });
    const weekday = WEEKDAYS[date.dayOfWeek - 1];
    for (const slot of slots) {
      if (slot.weekday === weekday) yield { local: `${date}T${slot.time}`, time_zone: slot.time_zone ?? time_zone };
    }
  }
}
