import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { fromLocalInput } from '../../times.ts';
import { toWords } from '../../words.ts';
import { EntryTable } from './entry-table.tsx';
import { Verify } from './verify.tsx';

/** The audit log with its verification. */
export default function Audit() {
  const { timeZone } = useTimeZone();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isVerifying, setVerifying] = useState(false);
  const fromInstant = fromLocalInput(from, timeZone) ?? undefined;
  const toInstant = fromLocalInput(to, timeZone) ?? undefined;
  const list = usePagedList(`audit ${fromInstant} ${toInstant}`, async (cursor) => {
    const query = { limit: 50, cursor, from: fromInstant, to: toInstant };
    const { entries, pagination } = await unwrap(api.GET('/audit', { params: { query } }));
    return { items: entries, nextCursor: pagination.next_cursor };
  });
  const isFiltered = fromInstant !== undefined || toInstant !== undefined;
  const zone = toWords(timeZone);
  return (
    <>
      <div class="bar">
        <h1>Audit log</h1>
        <button type="button" class="primary" onClick={() => setVerifying(true)}>
          Verify the log
        </button>
      </div>
      <p class="muted">
        Every change in this workspace, with its author and the previous and new values. Secrets are hidden. Each entry
        contains the hash of the previous entry, which makes tampering detectable.
      </p>
      <div class="filters">
        <TextField label={`Recorded from (${zone})`} type="datetime-local" value={from} onValue={setFrom} />
        <TextField label={`Recorded before (${zone})`} type="datetime-local" value={to} onValue={setTo} />
        {isFiltered && (
          <button
            type="button"
            onClick={() => {
              setFrom('');
              setTo('');
            }}
          >
            Clear
          </button>
        )}
      </div>
      {list.items.length > 0 && <EntryTable entries={list.items} />}
      {list.isEmpty && (
        <EmptyState title={isFiltered ? 'No changes in this period' : 'No changes yet'}>
          <p>{isFiltered ? 'Choose another period.' : 'Entries appear here within seconds of a change.'}</p>
        </EmptyState>
      )}
      <ListEnd list={list} />
      {isVerifying && <Verify onClose={() => setVerifying(false)} />}
    </>
  );
}
