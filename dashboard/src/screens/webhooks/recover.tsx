import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { ActionForm, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { fromLocalInput, toLocalInput } from '../../times.ts';
import { toWords } from '../../words.ts';
import { countText, type RecoveryProgress } from './recovery.ts';
import { RecoveryRun } from './recovery-run.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

interface RecoverProps {
  endpoint: Schemas['Webhook'];
  onRecovered: () => void;
  onClose: () => void;
}

/** Send all failed and missed deliveries since a time: count them first, then start, then show the progress. */
export function Recover({ endpoint, onRecovered, onClose }: RecoverProps) {
  const { timeZone } = useTimeZone();
  const [since, setSince] = useState(() => toLocalInput(new Date(Date.now() - DAY_MS).toISOString(), timeZone));
  const [counted, setCounted] = useState<{ since: string; count: number } | null>(null);
  const [run, setRun] = useState<(RecoveryProgress & { since: string }) | null>(null);
  const intent = useIntent();
  const instant = fromLocalInput(since, timeZone);
  const path = { id: endpoint.id };
  const count = useAction(async (from: string) => {
    const { count } = await unwrap(
      api.POST('/webhooks/{id}/recover', { params: { path }, body: { since: from, dry_run: true } }),
    );
    setCounted({ since: from, count });
  });
  const start = useAction(async (from: string) => {
    const body = { since: from, dry_run: false };
    const { count } = await intent.send(body, (header) =>
      unwrap(api.POST('/webhooks/{id}/recover', { params: { path, header }, body })),
    );
    setRun({ since: from, count, remaining: count });
    onRecovered();
  });
  useEffect(() => setCounted(null), [since]);
  const isCounted = counted !== null && counted.since === instant;
  const failure = count.error ?? start.error;
  const submit = () => {
    if (instant) void (isCounted ? start.run(instant) : count.run(instant));
  };
  return (
    <Dialog title={t('webhooks.recover')} onClose={onClose}>
      {run ? (
        <RecoveryRun endpoint={endpoint} run={run} onClose={onClose} onProgress={onRecovered} />
      ) : (
        <ActionForm action={{ run: submit, error: failure }}>
          <p>{t('webhooks.recoverText')}</p>
          <TextField
            label={t('webhooks.since', { zone: toWords(timeZone) })}
            type="datetime-local"
            required
            hint={t('webhooks.sinceHint')}
            error={fieldError(failure, '/since')}
            value={since}
            onValue={setSince}
          />
          {isCounted && <Notice>{countText(counted.count)}</Notice>}
          {endpoint.status !== 'active' && <Notice kind="warning">{t('webhooks.resumeFirst')}</Notice>}
          <ErrorMessage error={failure} />
          <footer>
            <Button onClick={onClose}>{t('words.cancel')}</Button>
            {isCounted && counted.count > 0 ? (
              <ActionButton
                type="submit"
                class="primary"
                disabled={endpoint.status !== 'active'}
                isRunning={start.isRunning}
              >
                {t('webhooks.sendAgainCount', { count: counted.count })}
              </ActionButton>
            ) : (
              <ActionButton type="submit" class="primary" disabled={instant === null} isRunning={count.isRunning}>
                {t('webhooks.countDeliveries')}
              </ActionButton>
            )}
          </footer>
        </ActionForm>
      )}
    </Dialog>
  );
}
