import { Link } from 'wouter-preact';
import { pagesOf, type Schemas } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { ListScreen } from '../../components/list-screen.tsx';
import { ListTable } from '../../components/table.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { toWords } from '../../words.ts';
import { QueueForm } from './queue-form.tsx';

/** The queues of the workspace. */
export default function Queues() {
  const canWrite = usePermission('schedule:write');
  const list = usePagedList('queues', pagesOf('/queues', 'queues', { limit: 50 }));
  return (
    <ListScreen
      title={t('queues.title')}
      intro={t('queues.intro')}
      list={list}
      add={canWrite && t('queues.add')}
      form={(ends) => <QueueForm queue={null} {...ends} />}
      emptyTitle={t('queues.emptyTitle')}
      emptyText={t('queues.emptyText')}
    >
      <ListTable
        class="listing stacked"
        caption={t('queues.title')}
        items={list.items}
        columns={[
          { name: t('words.name'), cell: nameOf, class: 'wide', isPlain: true },
          { name: t('queues.posts'), cell: ({ queued }) => queued },
          { name: t('queues.perWeek'), cell: ({ slots }) => slots.length },
          { name: t('words.timeZone'), cell: ({ time_zone }) => toWords(time_zone) },
        ]}
      />
    </ListScreen>
  );
}

function nameOf({ id, name, paused }: Schemas['Queue']) {
  return (
    <>
      <Link href={`/queues/${id}`}>{name}</Link>
      {paused && <span class="sub">{t('words.paused')}</span>}
    </>
  );
}
