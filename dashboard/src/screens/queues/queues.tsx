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
import { QueueForm } from './queue-form.tsx';

/** The queues of the workspace. */
export default function Queues() {
  const canWrite = usePermission('schedule:write');
  const [isCreating, setCreating] = useState(false);
  const list = usePagedList('queues', async (cursor) => {
    const { queues, pagination } = await unwrap(api.GET('/queues', { params: { query: { limit: 50, cursor } } }));
    return { items: queues, nextCursor: pagination.next_cursor };
  });
  const addButton = canWrite && (
    <Button class="primary" onClick={() => setCreating(true)}>
      {t('queues.add')}
    </Button>
  );
  return (
    <>
      <div class="bar">
        <h1>{t('queues.title')}</h1>
        {list.items.length > 0 && addButton}
      </div>
      <p class="muted">{t('queues.intro')}</p>
      {list.isEmpty && (
        <EmptyState title={t('queues.emptyTitle')}>
          <p>{t('queues.emptyText')}</p>
          {addButton}
        </EmptyState>
      )}
      {list.items.length > 0 && <QueueTable queues={list.items} />}
      <ListEnd list={list} />
      {isCreating && (
        <QueueForm
          queue={null}
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

function QueueTable({ queues }: { queues: Schemas['Queue'][] }) {
  return (
    <Table
      class="listing stacked"
      caption={t('queues.title')}
      columns={[t('words.name'), t('queues.posts'), t('queues.perWeek'), t('words.timeZone')]}
    >
      {queues.map((queue) => (
        <tr key={queue.id}>
          <td class="wide">
            <Link href={`/queues/${queue.id}`}>{queue.name}</Link>
            {queue.paused && <span class="sub">{t('queues.paused')}</span>}
          </td>
          <td data-label={t('queues.posts')}>{queue.queued}</td>
          <td data-label={t('queues.perWeek')}>{queue.slots.length}</td>
          <td data-label={t('words.timeZone')}>{toWords(queue.time_zone)}</td>
        </tr>
      ))}
    </Table>
  );
}
