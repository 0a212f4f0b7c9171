import { ChevronLeft, ChevronRight, RefreshCw } from 'lucide-preact';
import { ActionButton, Button } from '../../components/button.tsx';
import { Progress } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { toWords } from '../../words.ts';
import { type CalendarView, type Period, shiftPeriod, titleOf, today } from './periods.ts';
import type { CalendarData } from './use-calendar.ts';

const VIEWS: CalendarView[] = ['month', 'week', 'list'];

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
        <Button onClick={() => onPeriod({ ...period, day: today(timeZone, Date.now()) })}>{t('calendar.today')}</Button>
        <Button aria-label={t('calendar.previous')} onClick={() => onPeriod(shiftPeriod(period, -1))}>
          <ChevronLeft size={18} />
        </Button>
        <Button aria-label={t('calendar.next')} onClick={() => onPeriod(shiftPeriod(period, 1))}>
          <ChevronRight size={18} />
        </Button>
      </div>
      <h2 aria-live="polite">{titleOf(period)}</h2>
      <div class="calendar-state">
        {data.isLoading ? (
          <Progress label={t('calendar.loading', { count: data.loadedCount })} />
        ) : (
          <span class="muted">{t('calendar.timesIn', { zone: toWords(timeZone) })}</span>
        )}
      </div>
      <fieldset class="segments">
        <legend class="visually-hidden">{t('calendar.view')}</legend>
        {VIEWS.map((view) => (
          <Button key={view} aria-pressed={view === period.view} onClick={() => onPeriod({ ...period, view })}>
            {t(`calendar.view_${view}`)}
          </Button>
        ))}
      </fieldset>
      <ActionButton class="quiet" isRunning={data.isLoading} onClick={() => void data.reload()}>
        <RefreshCw size={16} /> {t('words.reload')}
      </ActionButton>
    </div>
  );
}
