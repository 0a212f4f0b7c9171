import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton } from '../../components/action-form.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { CodeFact, Fact } from '../../components/facts.tsx';
import { ErrorMessage, Notice, Progress, QueryState } from '../../components/feedback.tsx';
import { CopyButton } from '../../components/secret.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { usePermission } from '../../session-context.tsx';
import { Attempts } from './attempts.tsx';
import { DELIVERY_STATUSES } from './outcomes.ts';

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
    <Dialog title="Delivery" onClose={onClose}>
      <QueryState query={query} />
      {delivery && (
        <>
          <dl class="facts">
            <CodeFact name="Event" code={delivery.event_type} />
            <Fact name="Status">
              <Status status={delivery.status} />
              <span class="sub">{DELIVERY_STATUSES[delivery.status]}</span>
            </Fact>
            {delivery.next_attempt_at && (
              <Fact name="Next attempt">
                <Time at={delivery.next_attempt_at} precise />
              </Fact>
            )}
            <CodeFact name="webhook-id" code={delivery.event_id} />
          </dl>
          <Attempts delivery={delivery} />
          <Payload eventId={delivery.event_id} />
          {isWaiting && <Progress label="Waiting for the attempt…" />}
          {attemptsBefore !== null && !isWaiting && <ReplayResult delivery={delivery} />}
          <ErrorMessage error={replay.error} onRetry={replay.run} />
          <footer>
            <button type="button" onClick={onClose}>
              Close
            </button>
            {canWrite && (
              <ActionButton
                class="primary"
                disabled={isWaiting || hint !== null}
                isRunning={replay.isRunning}
                onClick={() => void replay.run()}
              >
                Replay
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
  if (endpoint.status !== 'active') return 'Resume the endpoint to replay deliveries.';
  if (delivery.status === 'pending') return 'This delivery will be retried automatically.';
  return null;
}

function ReplayResult({ delivery }: { delivery: Schemas['Delivery'] }) {
  return delivery.status === 'delivered' ? (
    <Notice kind="success">The replay was delivered.</Notice>
  ) : (
    <Notice kind="warning">The attempt failed and will be retried automatically.</Notice>
  );
}

/** The payload of an event, loaded when it is opened. */
function Payload({ eventId }: { eventId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Payload</summary>
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
      {query.data?.data === null && <p class="hint">Your role cannot read posts, so `data` is empty.</p>}
      {text && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls a long payload. */}
          <pre class="payload" tabIndex={0}>
            {text}
          </pre>
          <CopyButton text={text} label="Copy payload" />
        </>
      )}
    </>
  );
}
