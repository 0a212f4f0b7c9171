import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { fieldError } from '../../api/problem.ts';
import { t } from '../../language/texts.ts';
import { UpcomingDates } from './upcoming-dates.tsx';

const WAIT_MS = 300;
const SHOWN = 5;

/** The next dates of a rule while a person chooses it, after a pause. */
export function DatePreview({ calendar }: { calendar: Schemas['RecurrencePreview'] }) {
  const [dates, setDates] = useState<Schemas['UpcomingDate'][] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const key = JSON.stringify(calendar);
  useEffect(() => {
    let isCurrent = true;
    const show = (found: Schemas['UpcomingDate'][] | null, why: string | null) => {
      if (!isCurrent) return;
      setDates(found);
      setProblem(why);
    };
    const timer = setTimeout(() => {
      unwrap(api.POST('/recurrences/preview', { params: {}, body: calendar })).then(
        ({ next_dates }) => show(next_dates.slice(0, SHOWN), null),
        (error) => show(null, fieldError(error, '/rule')),
      );
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key]);
  return (
    <section class="date-preview" aria-live="polite">
      <h3>{t('recurrences.nextDates')}</h3>
      {problem && <p class="field-error">{problem}</p>}
      {dates?.length === 0 && <p class="muted">{t('recurrences.noDates')}</p>}
      {dates && dates.length > 0 && <UpcomingDates dates={dates} />}
    </section>
  );
}
