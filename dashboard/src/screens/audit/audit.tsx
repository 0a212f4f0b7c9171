import { useState } from 'preact/hooks';
import { pagesOf } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { fromLocalInput } from '../../times.ts';
import { toWords } from '../../words.ts';
import { groupByDay } from './days.ts';
import type { AuditEntry } from './describe.ts';
import { EntryItem } from './entry-item.tsx';
import { useNames } from './resource-names.ts';
import { Verify } from './verify.tsx';

/** The audit log with its verification. */
export default function Audit() {
  const { timeZone } = useTimeZone();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isVerifying, setVerifying] = useState(false);
  const fromInstant = fromLocalInput(from, timeZone) ?? undefined;
  const toInstant = fromLocalInput(to, timeZone) ?? undefined;
  const list = usePagedList(
    `audit ${fromInstant} ${toInstant}`,
    pagesOf('/audit', 'entries', { limit: 50, from: fromInstant, to: toInstant }),
  );
  const isFiltered = fromInstant !== undefined || toInstant !== undefined;
  const zone = toWords(timeZone);
  return (
    <>
      <div class="bar">
        <h1>{t('words.auditLog')}</h1>
        <Button class="primary" onClick={() => setVerifying(true)}>
          {t('audit.verify')}
        </Button>
      </div>
      <p class="muted">{t('audit.intro')}</p>
      <div class="filters">
        <TextField label={t('audit.from', { zone })} type="datetime-local" value={from} onValue={setFrom} />
        <TextField label={t('audit.to', { zone })} type="datetime-local" value={to} onValue={setTo} />
        {isFiltered && (
          <Button
            onClick={() => {
              setFrom('');
              setTo('');
            }}
          >
            {t('audit.clear')}
          </Button>
        )}
      </div>
      {list.items.length > 0 && <Days entries={list.items} />}
      {list.isEmpty && (
        <EmptyState title={isFiltered ? t('audit.noneInPeriod') : t('audit.noneYet')}>
          <p>{isFiltered ? t('audit.chooseAnother') : t('audit.appearSoon')}</p>
        </EmptyState>
      )}
      <ListEnd list={list} />
      {isVerifying && <Verify onClose={() => setVerifying(false)} />}
    </>
  );
}

/** The entries by day. */
function Days({ entries }: { entries: AuditEntry[] }) {
  const { timeZone } = useTimeZone();
  const names = useNames(entries);
  return groupByDay(entries, timeZone).map((day) => (
    <section key={day.name}>
      <h2 class="day">{day.name}</h2>
      <ol class="entries">
        {day.entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} names={names} />
        ))}
      </ol>
    </section>
  ));
}
