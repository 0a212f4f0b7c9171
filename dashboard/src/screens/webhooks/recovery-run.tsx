import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import { progressText, type RecoveryProgress } from './recovery.ts';

const POLL_MS = 3000;

interface RecoveryRunProps {
  endpoint: Schemas['Webhook'];
  run: RecoveryProgress & { since: string };
  onProgress: () => void;
  onClose: () => void;
}

/** The progress of a recovery: how many of its deliveries still have the status of a failure. */
export function RecoveryRun({ endpoint, run, onProgress, onClose }: RecoveryRunProps) {
  const [state, setState] = useState<{ remaining: number; error: unknown }>({
    remaining: run.remaining,
    error: null,
  });
  const { remaining, error } = state;
  useEffect(() => {
    if (remaining === 0) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const params = { path: { id: endpoint.id } };
      const body = { since: run.since, dry_run: true };
      try {
        const { count } = await unwrap(api.POST('/webhooks/{id}/recover', { params, body }));
        if (!isCurrent) return;
        // A new object, so that the next poll follows also when the count is the same.
        setState({ remaining: count, error: null });
        onProgress();
      } catch (failure) {
        if (isCurrent) setState((last) => ({ ...last, error: failure }));
      }
    }, POLL_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [state]);
  return (
    <>
      {remaining > 0 ? (
        <>
          <Progress label={progressText({ count: run.count, remaining })} />
          <p class="hint">{t('webhooks.recovering')}</p>
        </>
      ) : (
        <Notice kind="success">{t('webhooks.recovered', { count: run.count })}</Notice>
      )}
      <ErrorMessage error={error} />
      <footer>
        <Button class="primary" onClick={onClose}>
          {t('words.close')}
        </Button>
      </footer>
    </>
  );
}
