import { resolveLocalTime } from '../../../core/values/local-time.ts';
import { isTimeZone } from '../../../core/values/time-zone.ts';
import { formatInstant } from '../../../core/values/timestamps.ts';
import type { ScheduleEntry } from '../schedule-entry.ts';
import type { PublicationTime } from '../scheduled-local.ts';

/**
 * Return the time of an entry by the time zone rules of this machine, or null if it has that time. Null also for an entry
 * that is claimed, finished or past, and for one in a zone that this machine does not know.
 */
export function timeByPresentRules(entry: ScheduleEntry, nowMs: number): PublicationTime | null {
  const { state, scheduled_at, scheduled_local } = entry;
  if (state !== 'pending' || !scheduled_local || Date.parse(scheduled_at) <= nowMs) return null;
  const { local, time_zone } = scheduled_local;
  if (!isTimeZone(time_zone)) return null;
  const { epochMs, clock } = resolveLocalTime({ local, time_zone });
  const at = formatInstant(epochMs);
  if (at === scheduled_at) return null;
  return { at, local: { local, time_zone, ...(clock === 'regular' ? {} : { clock }) } };
}
