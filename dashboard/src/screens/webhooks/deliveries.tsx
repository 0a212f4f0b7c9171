import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { ActionButton } from '../../components/action-form.tsx';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { usePermission } from '../../session-context.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { EVENT_KINDS, type EventKind } from './event-kinds.ts';

type DeliveryStatus = Schemas['Delivery']['status'];

const STATUS_OPTIONS: { value: DeliveryStatus | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'exhausted', label: 'Exhausted: all attempts failed' },
  { value: 'dropped', label: 'Dropped: endpoint inactive' },
];
const KIND_OPTIONS: { value: EventKind | ''; label: string }[] = [
  { value: '', label: 'All' },
  ...EVENT_KINDS.map((value) => ({ value, label: value })),
];

interface DeliveriesProps {
  endpoint: Schemas['Webhook'];
  /** Changes when the deliveries have to be loaded again. */
  version: number;
  onRecover: () => void;
  onReplayed: () => void;
}

/** The deliveries of an endpoint, newest first, with filters. */
export function Deliveries({ endpoint, version, onRecover, onReplayed }: DeliveriesProps) {
  const canWrite = usePermission('webhooks:write');
  const [status, setStatus] = useState<DeliveryStatus | ''>('');
  const [kind, setKind] = useState<EventKind | ''>('');
  const [shown, setShown] = useState<string | null>(null);
  const list = usePagedList(`deliveries ${endpoint.id} ${status} ${kind}`, async (cursor) => {
    const query = {
      limit: 25,
      cursor,
      status: status || undefined,
      event_type: kind || undefined,
    };
    const { deliveries, pagination } = await unwrap(
      api.GET('/webhooks/{id}/deliveries', { params: { path: { id: endpoint.id }, query } }),
    );
    return { items: deliveries, nextCursor: pagination.next_cursor };
  });
  useEffect(() => {
    if (version > 0) void list.reload();
  }, [version]);
  const isFiltered = status !== '' || kind !== '';
  return (
    <section class="section" aria-labelledby="deliveries">
      <div class="bar">
        <h2 id="deliveries">Deliveries</h2>
        <div class="actions">
          <ActionButton isRunning={list.isLoading} onClick={() => void list.reload()}>
            Refresh
          </ActionButton>
          {canWrite && (
            <button type="button" onClick={onRecover}>
              Recover deliveries
            </button>
          )}
        </div>
      </div>
      <div class="filters">
        <SelectField label="Status" value={status} options={STATUS_OPTIONS} onValue={setStatus} />
        <SelectField label="Event" value={kind} options={KIND_OPTIONS} onValue={setKind} />
      </div>
      {list.items.length > 0 && <DeliveryTable deliveries={list.items} onOpen={setShown} />}
      {list.isEmpty && (
        <EmptyState title={isFiltered ? 'No matching deliveries' : 'No deliveries in the last 30 days'}>
          <p>
            {isFiltered
              ? 'Choose another status or event.'
              : 'Deliveries appear within seconds of an event. Test deliveries are not listed.'}
          </p>
        </EmptyState>
      )}
      <ListEnd list={list} />
      {shown && (
        <DeliveryDialog endpoint={endpoint} deliveryId={shown} onClose={() => setShown(null)} onReplayed={onReplayed} />
      )}
    </section>
  );
}
