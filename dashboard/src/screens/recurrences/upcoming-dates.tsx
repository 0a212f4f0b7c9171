import type { Schemas } from '../../api/client.ts';
import { t } from '../../language/texts.ts';
import { dateText } from './rule-choice.ts';

/** The next dates of a rule, each with its time and what a change of the clock does to it. */
export function UpcomingDates({ dates }: { dates: readonly Schemas['UpcomingDate'][] }) {
  return (
    <ul class="upcoming-dates">
      {dates.map(({ date, local, at, clock }) => (
        <li key={date}>
          <time dateTime={at}>
            {dateText(date)}, {local.slice(11)}
          </time>
          {clock !== 'regular' && <span class="muted"> {t(`recurrences.clock_${clock}`)}</span>}
        </li>
      ))}
    </ul>
  );
}
