import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { Table } from '../../components/table.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { toWords } from '../../words.ts';
import { RecurrenceForm } from './recurrence-form.tsx';
import { dateText, describeRule } from './rule-choice.ts';

/** The recurrences of the workspace. */
export default function Recurrences() {
  const canWrite = usePermission('schedule:write', 'content:write');
  const [isCreating, setCreating] = useState(false);
  const list = usePagedList('recurrences', async (cursor) => {
    const { recurrences, pagination } = await unwrap(
      api.GET('/recurrences', { params: { query: { limit: 50, cursor } } }),
    );
    return { items: recurrences, nextCursor: pagination.next_cursor };
  });
  const addButton = canWrite && (
    <Button class="primary" onClick={() => setCreating(true)}>
      {t('recurrences.add')}
    </Button>
  );
  return (
    <>
      <div class="bar">
        <h1>{t('recurrences.title')}</h1>
        {list.items.length > 0 && addButton}
      </div>
      <p class="muted">{t('recurrences.intro')}</p>
      {list.isEmpty && (
        <EmptyState title={t('recurrences.emptyTitle')}>
          <p>{t('recurrences.emptyText')}</p>
          {addButton}
        </EmptyState>
      )}
      {list.items.length > 0 && <RecurrenceTable recurrences={list.items} />}
      <ListEnd list={list} />
      {isCreating && (
        <RecurrenceForm
          recurrence={null}
          onClose={() => setCreating(false)}
          onSaved={() => {
            setCreating(false);
            void list.reload();
          }}
        />
      )}
    </>
  );
}

function RecurrenceTable({ recurrences }: { recurrences: Schemas['RecurrenceSummary'][] }) {
  return (
    <Table
      class="listing stacked"
      caption={t('recurrences.title')}
      columns={[t('words.publication'), t('recurrences.repeats'), t('recurrences.next')]}
    >
      {recurrences.map((recurrence) => (
        <tr key={recurrence.id}>
          <td class="wide">
            <Link href={`/recurrences/${recurrence.id}`}>{recurrence.name ?? recurrence.title}</Link>
            {recurrence.paused && <span class="sub">{t('recurrences.paused')}</span>}
            {recurrence.last_problem && <span class="sub">{t('recurrences.hasProblem')}</span>}
          </td>
          <td data-label={t('recurrences.repeats')}>
            {describeRule(recurrence.rule, recurrence.starts_on)}
            <span class="sub">
              {recurrence.time} ({toWords(recurrence.time_zone)})
            </span>
          </td>
          <td data-label={t('recurrences.next')}>
            {recurrence.next_dates[0] ? dateText(recurrence.next_dates[0].date) : t('recurrences.ended')}
          </td>
        </tr>
      ))}
    </Table>
  );
}
