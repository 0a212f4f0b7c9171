import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CodeFact, Fact } from '../../components/facts.tsx';
import { ErrorMessage, Notice, Progress, QueryState } from '../../components/feedback.tsx';
import { CopyButton } from '../../components/secret.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { Attempts } from './attempts.tsx';
import { Outcome } from './outcome.tsx';

// A replay is usually attempted within a second.
const REFRESH_MS = 2000;

interface DeliveryDialogProps {
  endpoint: Schemas['Webhook'];
  deliveryId: string;
  onClose: () => void;
  onReplayed: () => void;
}

/** One delivery: its attempts with the responses, its payload, and its replay. */
export function DeliveryDialog({ endpoint, deliveryId, onClose, onReplayed }: DeliveryDialogProps) {
  const canWrite = usePermission('webhooks:write');
  const path = { id: endpoint.id, delivery_id: deliveryId };
  const query = useQuery(`delivery ${deliveryId}`, () =>
    unwrap(api.GET('/webhooks/{id}/deliveries/{delivery_id}', { params: { path } })),
  );
  const [attemptsBefore, setAttemptsBefore] = useState<number | null>(null);
  const intent = useIntent();
  const delivery = query.data;
  const replay = useAction(async () => {
    await intent.send(delivery?.attempt_count, (header) =>
      unwrap(api.POST('/webhooks/{id}/deliveries/{delivery_id}/replay', { params: { path, header } })),
    );
    setAttemptsBefore(delivery?.attempt_count ?? 0);
    await query.reload();
    onReplayed();
  });
  const isWaiting = attemptsBefore !== null && delivery !== null && delivery.attempt_count <= attemptsBefore;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void query.reload(), REFRESH_MS);
    return () => {
      clearInterval(timer);
      onReplayed();
    };
  }, [isWaiting]);
  const hint = delivery && replayHint(endpoint, delivery);
  return (
    <Dialog title={t('webhooks.delivery')} onClose={onClose}>
      <QueryState query={query} />
      {delivery && (
        <>
          <dl class="facts">
            <CodeFact name={t('webhooks.event')} code={delivery.event_type} />
            <Fact name={t('words.status')}>
              <Outcome delivery={delivery} />
              <span class="sub">{t(`webhooks.status_${delivery.status}`)}</span>
            </Fact>
            {delivery.next_attempt_at && (
              <Fact name={t('webhooks.nextAttempt')}>
                <Time at={delivery.next_attempt_at} precise />
              </Fact>
            )}
            <CodeFact name="webhook-id" code={delivery.event_id} />
          </dl>
          <Attempts delivery={delivery} />
          <Payload eventId={delivery.event_id} />
          {isWaiting && <Progress label={t('webhooks.waiting')} />}
          {attemptsBefore !== null && !isWaiting && <ReplayResult delivery={delivery} />}
          <ErrorMessage error={replay.error} onRetry={replay.run} />
          <footer>
            <Button onClick={onClose}>{t('words.close')}</Button>
            {canWrite && (
              <ActionButton
                class="primary"
                disabled={isWaiting || hint !== null}
                isRunning={replay.isRunning}
                onClick={() => void replay.run()}
              >
                {t('webhooks.replay')}
              </ActionButton>
            )}
          </footer>
          {canWrite && hint && !isWaiting && <p class="hint">{hint}</p>}
        </>
      )}
    </Dialog>
  );
}

/** Say why a delivery cannot be replayed now. Null for one that can. */
function replayHint(endpoint: Schemas['Webhook'], delivery: Schemas['Delivery']): string | null {
  if (endpoint.status !== 'active') return t('webhooks.replayNeedsResume');
  if (delivery.status === 'pending') return t('webhooks.replayAutomatic');
  return null;
}

function ReplayResult({ delivery }: { delivery: Schemas['Delivery'] }) {
  return delivery.status === 'delivered' ? (
    <Notice kind="success">{t('webhooks.replayDelivered')}</Notice>
  ) : (
    <Notice kind="warning">{t('webhooks.replayFailed')}</Notice>
  );
}

/** The payload of an event, loaded when it is opened. */
function Payload({ eventId }: { eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('webhooks.payload')}</summary>
      {isOpen && <PayloadText eventId={eventId} />}
    </details>
  );
}

function PayloadText({ eventId }: { eventId: string }) {
  const query = useQuery(`event ${eventId}`, () =>
    unwrap(api.GET('/events/{id}', { params: { path: { id: eventId } } })),
  );
  const text = query.data && JSON.stringify(query.data, null, 2);
  return (
    <>
      <QueryState query={query} />
      {query.data?.data === null && <p class="hint">{t('webhooks.payloadHidden')}</p>}
      {text && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls a long payload. */}
          <pre class="payload" tabIndex={0}>
            {text}
          </pre>
          <CopyButton text={text} label={t('webhooks.copyPayload')} />
        </>
      )}
    </>
  );
}
