import { t } from '../language/texts.ts';
import { useTimeZone } from '../time-zone.tsx';
import { formatLocalTime, type LocalTime } from '../times.ts';
import { Time } from './time.tsx';

/** A time of publication, with the local time that stands for it where that is of another zone than the shown one. */
export function PlannedTime({ at, local }: { at: string; local: LocalTime | null }) {
  const { timeZone } = useTimeZone();
  const isOther = local && local.time_zone !== timeZone;
  return (
    <>
      <Time at={at} />
      {isOther && <span class="muted">{` ${t('components.plannedAt', { time: formatLocalTime(local) })}`}</span>}
    </>
  );
}
