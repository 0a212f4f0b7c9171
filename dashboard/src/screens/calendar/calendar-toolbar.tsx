import { ActionButton } from '../../components/action-form.tsx';
import { Progress } from '../../components/feedback.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { toWords } from '../../words.ts';
import { type CalendarView, type Period, shiftPeriod, titleOf, today } from './periods.ts';
import type { CalendarData } from './use-calendar.ts';

const VIEWS: { view: CalendarView; label: string }[] = [
  { view: 'month', label: 'Month' },
  { view: 'week', label: 'Week' },
  { view: 'list', label: 'List' },
];

interface CalendarToolbarProps {
  period: Period;
  onPeriod: (period: Period) => void;
  data: CalendarData;
}

/** The controls of the calendar: its period, its view, and whether it is loading. */
export function CalendarToolbar({ period, onPeriod, data }: CalendarToolbarProps) {
  const { timeZone } = useTimeZone();
  return (
    <div class="calendar-toolbar">
      <div class="actions">
        <button type="button" onClick={() => onPeriod({ ...period, day: today(timeZone, Date.now()) })}>
          Today
        </button>
        <button type="button" aria-label="Previous" onClick={() => onPeriod(shiftPeriod(period, -1))}>
          ‹
        </button>
        <button type="button" aria-label="Next" onClick={() => onPeriod(shiftPeriod(period, 1))}>
          ›
        </button>
      </div>
      <h2 aria-live="polite">{titleOf(period)}</h2>
      <div class="calendar-state">
        {data.isLoading ? (
          <Progress label={data.loadedCount > 0 ? `Loading… ${data.loadedCount} posts` : 'Loading…'} />
        ) : (
          <span class="muted">Times in {toWords(timeZone)}</span>
        )}
      </div>
      <fieldset class="segments">
        <legend class="visually-hidden">View</legend>
        {VIEWS.map(({ view, label }) => (
          <button
            key={view}
            type="button"
            aria-pressed={view === period.view}
            onClick={() => onPeriod({ ...period, view })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      <ActionButton class="quiet" isRunning={data.isLoading} onClick={() => void data.reload()}>
        Reload
      </ActionButton>
    </div>
  );
}
