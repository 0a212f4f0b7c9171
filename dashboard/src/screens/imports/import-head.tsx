import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { t } from '../../language/texts.ts';
import { type Import, isWorking } from './fields.ts';

const UNDOABLE = ['ready', 'running', 'completed', 'failed'];

interface ImportHeadProps {
  of: Import;
  canWrite: boolean;
  onChanged: () => Promise<unknown>;
}

/** The name and the state of an import, its run, its result file and its undo. */
export function ImportHead({ of, canWrite, onChanged }: ImportHeadProps) {
  const [isUndoing, setUndoing] = useState(false);
  const intent = useIntent();
  const params = { path: { id: of.id } };
  const run = useAction(async () => {
    const body = of.completed_at === null ? {} : { checked_at: of.completed_at };
    await intent.send(body, (header) => unwrap(api.POST('/imports/{id}/run', { params: { ...params, header }, body })));
    await onChanged();
  });
  const { counts, status } = of;
  return (
    <>
      <div class="bar">
        <h1>{of.name ?? t('imports.unnamed')}</h1>
        <div class="actions">
          {of.result_url !== null && (
            <a class="button" href={of.result_url}>
              {t('imports.result')}
            </a>
          )}
          {canWrite && counts.created > 0 && UNDOABLE.includes(status) && (
            <Button onClick={() => setUndoing(true)}>{t('imports.undo')}</Button>
          )}
          {canWrite && status === 'ready' && counts.valid > 0 && (
            <ActionButton class="primary" isRunning={run.isRunning} onClick={() => void run.run()}>
              {t('imports.run', { count: counts.valid })}
            </ActionButton>
          )}
        </div>
      </div>
      <p class="muted">
        <Link href="/imports">{t('imports.title')}</Link> · <Status status={status} />
        {of.source !== null &&
          ` · ${t('imports.source', { source: of.source === 'export' ? t('imports.service') : PRODUCTS[of.source] })}`}
      </p>
      {isWorking(of) ? <Working of={of} /> : <Counts of={of} />}
      <ErrorMessage error={run.error} onRetry={run.run} />
      {isUndoing && (
        <Confirm
          title={t('imports.undoTitle')}
          confirm={t('imports.undo')}
          run={() => unwrap(api.POST('/imports/{id}/undo', { params }))}
          onDone={onChanged}
          onClose={() => setUndoing(false)}
        >
          <p>{t('imports.undoText', { count: counts.created })}</p>
        </Confirm>
      )}
    </>
  );
}

const PRODUCTS = { buffer: 'Buffer', hootsuite: 'Hootsuite', postiz: 'Postiz' } as const;

function Working({ of: { progress, status } }: { of: Import }) {
  const { position, row_count } = progress;
  const label = t(`imports.now_${status as 'checking' | 'running' | 'undoing'}`, { position, count: row_count });
  return (
    <div class="import-progress" role="status">
      <p>{label}</p>
      <progress aria-label={label} value={position} max={Math.max(row_count, 1)} />
    </div>
  );
}

function Counts({ of: { counts, status } }: { of: Import }) {
  if (status === 'uploading') return <Notice>{t('imports.notUploaded')}</Notice>;
  if (status === 'undone') {
    return <Notice kind="success">{t('imports.undone', { removed: counts.removed, kept: counts.kept })}</Notice>;
  }
  const { valid, invalid, created, failed } = counts;
  if (status === 'completed') {
    return (
      <Notice kind={failed > 0 ? 'warning' : 'success'}>
        {t('imports.done', { created, wrong: invalid + failed })}
      </Notice>
    );
  }
  return <Notice kind={invalid > 0 ? 'warning' : 'info'}>{t('imports.counts', { valid, invalid, created })}</Notice>;
}
