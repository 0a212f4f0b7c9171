import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import type { ScreenProps } from '../../screen-props.ts';
import { usePermission } from '../../session-context.tsx';
import { toWords } from '../../words.ts';
import { QueueForm } from './queue-form.tsx';
import { SlotList } from './slot-list.tsx';

/** One queue: its slots of the next four weeks, pause and resume, and its settings. */
export default function Queue({ params }: ScreenProps) {
  const path = { id: params.id! };
  const query = useQuery(`queue ${path.id}`, () => unwrap(api.GET('/queues/{id}', { params: { path } })));
  const slots = useQuery(`slots ${path.id}`, () => unwrap(api.GET('/queues/{id}/slots', { params: { path } })));
  const reload = () => Promise.all([query.reload(), slots.reload()]);
  if (query.error) return <ErrorMessage error={query.error} />;
  if (!query.data) return <Progress label={t('queues.loading')} />;
  return (
    <>
      <QueueHead queue={query.data} onChanged={reload} />
      {query.data.paused && <Notice kind="warning">{t('queues.pausedText')}</Notice>}
      {slots.error ? <ErrorMessage error={slots.error} /> : null}
      {slots.data && <SlotList slots={slots.data.slots} />}
    </>
  );
}

function QueueHead({ queue, onChanged }: { queue: Schemas['Queue']; onChanged: () => Promise<unknown> }) {
  const canWrite = usePermission('schedule:write');
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const [, navigate] = useLocation();
  const params = { path: { id: queue.id } };
  const turn = useAction(async () => {
    await unwrap(api.PUT('/queues/{id}', { params, body: { paused: !queue.paused } }));
    await onChanged();
  });
  return (
    <>
      <div class="bar">
        <h1>{queue.name}</h1>
        {canWrite && (
          <div class="actions">
            {!queue.paused && (
              <Link class="button primary" href={`/compose?queue=${queue.id}`}>
                {t('queues.writePost')}
              </Link>
            )}
            <ActionButton isRunning={turn.isRunning} onClick={() => void turn.run()}>
              {t(queue.paused ? 'words.resume' : 'words.pause')}
            </ActionButton>
            <Button onClick={() => setOpen('edit')}>{t('words.edit')}</Button>
            <Button onClick={() => setOpen('delete')}>{t('queues.delete')}</Button>
          </div>
        )}
      </div>
      <p class="muted">
        <Link href="/queues">{t('queues.title')}</Link> · {toWords(queue.time_zone)} ·{' '}
        {t('queues.waiting', { count: queue.queued })}
      </p>
      {turn.error ? <ErrorMessage error={turn.error} /> : null}
      {open === 'edit' && (
        <QueueForm
          queue={queue}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            void onChanged();
          }}
        />
      )}
      {open === 'delete' && (
        <Confirm
          title={t('queues.deleteTitle')}
          confirm={t('queues.delete')}
          run={() => unwrap(api.DELETE('/queues/{id}', { params }))}
          onDone={() => navigate('/queues')}
          onClose={() => setOpen(null)}
        >
          <p>{t('queues.deleteText')}</p>
        </Confirm>
      )}
    </>
  );
}
