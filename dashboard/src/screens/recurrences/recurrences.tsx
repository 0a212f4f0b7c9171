import { Link } from 'wouter-preact';
import { pagesOf, type Schemas } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { ListScreen } from '../../components/list-screen.tsx';
import { ListTable } from '../../components/table.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { toWords } from '../../words.ts';
import { RecurrenceForm } from './recurrence-form.tsx';
import { dateText, describeRule } from './rule-choice.ts';

type Recurrence = Schemas['RecurrenceSummary'];

/** The recurrences of the workspace. */
export default function Recurrences() {
  const canWrite = usePermission('schedule:write', 'content:write');
  const list = usePagedList('recurrences', pagesOf('/recurrences', 'recurrences', { limit: 50 }));
  return (
    <ListScreen
      title={t('recurrences.title')}
      intro={t('recurrences.intro')}
      list={list}
      add={canWrite && t('recurrences.add')}
      form={(ends) => <RecurrenceForm recurrence={null} {...ends} />}
      emptyTitle={t('recurrences.emptyTitle')}
      emptyText={t('recurrences.emptyText')}
    >
      <ListTable
        class="listing stacked"
        caption={t('recurrences.title')}
        items={list.items}
        columns={[
          { name: t('words.post'), cell: nameOf, class: 'wide', isPlain: true },
          { name: t('recurrences.repeats'), cell: ruleOf },
          {
            name: t('recurrences.next'),
            cell: ({ next_dates: [next] }) => (next ? dateText(next.date) : t('recurrences.ended')),
          },
        ]}
      />
    </ListScreen>
  );
}

function nameOf({ id, name, title, paused, last_problem }: Recurrence) {
  return (
    <>
      <Link href={`/recurrences/${id}`}>{name ?? title}</Link>
      {paused && <span class="sub">{t('words.paused')}</span>}
      {last_problem && <span class="sub">{t('recurrences.hasProblem')}</span>}
    </>
  );
}

function ruleOf({ rule, starts_on, time, time_zone }: Recurrence) {
  return (
    <>
      {describeRule(rule, starts_on)}
      <span class="sub">
        {time} ({toWords(time_zone)})
      </span>
    </>
  );
}
