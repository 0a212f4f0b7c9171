import type { LocalTime } from '../../core/values/local-time.ts';

/** A local time as it was given, and how the clock differs at that time; without `clock` where it does not. */
export interface ScheduledLocal extends LocalTime {
  clock?: 'gap' | 'repeated';
}

/** When to publish: the instant (ISO 8601), and the local time that stands for it; null where an instant was given. */
export interface PublicationTime {
  at: string;
  local: ScheduledLocal | null;
}

/** Return a local time as the API shows it: as it was given. Null where an instant was given. */
export function toLocalView(local: ScheduledLocal | null | undefined): LocalTime | null {
  return local ? { local: local.local, time_zone: local.time_zone } : null;
}

/** What an entry or a target has of its time. */
export interface Planned {
  scheduled_at: string;
  scheduled_local?: ScheduledLocal | null;
}

/** Return whether a request for this time changes nothing: the same instant, and no other local time. */
export function hasTime(planned: Planned, scheduledAt: string, local: ScheduledLocal | null): boolean {
  const { scheduled_at, scheduled_local: present } = planned;
  const isSame = local === null || (present?.local === local.local && present.time_zone === local.time_zone);
  return scheduled_at === scheduledAt && isSame;
}

/** Return the local times of the current entries of items, by their ids: the index that lists entries does not have them. */
export function localTimesOf(
  contents: { targets: Record<string, Planned & { schedule_id: string }> }[],
): Map<string, { scheduled_local: ScheduledLocal }> {
  const targets = contents.flatMap((content) => Object.values(content.targets));
  return new Map(
    targets.flatMap(({ schedule_id, scheduled_local }) =>
      scheduled_local ? [[schedule_id, { scheduled_local }] as const] : [],
    ),
  );
}
