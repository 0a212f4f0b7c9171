import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { locale, t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { timeOfDay } from '../../times.ts';
import type { ImportRow } from './fields.ts';
import { monthsOf, type PlannedDay, weeksOf } from './import-month.ts';

const SHOWN_PER_DAY = 3;

/** The months that an import makes, one at a time. */
export function MonthPreview({ rows, isPartial }: { rows: readonly ImportRow[]; isPartial: boolean }) {
  const { timeZone } = useTimeZone();
  const months = monthsOf(rows, timeZone);
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, months.length - 1);
  const month = months[index];
  if (month === undefined) return null;
  const weeks = weeksOf(month, rows, timeZone);
  return (
    <section class="card" aria-label={t('imports.months')}>
      <div class="bar">
        <h2>{nameOf(month, { month: 'long', year: 'numeric' })}</h2>
        <div class="actions">
          <Button disabled={index === 0} onClick={() => setChosen(index - 1)}>
            {t('imports.before')}
          </Button>
          <Button disabled={index === months.length - 1} onClick={() => setChosen(index + 1)}>
            {t('imports.after')}
          </Button>
        </div>
      </div>
      {isPartial && <p class="muted">{t('imports.firstRows', { count: rows.length })}</p>}
      <table class="import-month">
        <caption class="visually-hidden">{nameOf(month, { month: 'long', year: 'numeric' })}</caption>
        <thead>
          <tr>
            {weeks[0]!.map(({ date }) => (
              <th key={date} scope="col">
                {nameOf(date, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]!.date}>
              {days.map((day) => (
                <Day key={day.date} day={day} timeZone={timeZone} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Day({ day: { date, isOfMonth, rows }, timeZone }: { day: PlannedDay; timeZone: string }) {
  return (
    <td class={isOfMonth ? undefined : 'other'}>
      <time dateTime={date}>{Number(date.slice(8))}</time>
      {rows.length > 0 && (
        <>
          <ul>
            {rows.slice(0, SHOWN_PER_DAY).map((row) => (
              <li key={row.row}>
                {timeOfDay(row.scheduled_at!, timeZone)} {row.title}
              </li>
            ))}
            {rows.length > SHOWN_PER_DAY && <li>{t('imports.more', { count: rows.length - SHOWN_PER_DAY })}</li>}
          </ul>
          <span class="count">{rows.length}</span>
        </>
      )}
    </td>
  );
}

function nameOf(date: string, format: Intl.DateTimeFormatOptions): string {
  const day = date.length === 7 ? `${date}-01` : date;
  return new Intl.DateTimeFormat(locale(), { ...format, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}
