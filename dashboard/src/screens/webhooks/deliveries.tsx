import { useEffect, useState } from 'preact/hooks';
import { pagesOf, type Schemas } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { DELIVERY_STATUSES } from '../../api/values.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { EVENT_KINDS, type EventKind } from './event-kinds.ts';

type DeliveryStatus = Schemas['Delivery']['status'];

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
  const query = { limit: 25, status: status || undefined, event_type: kind || undefined };
  const list = usePagedList(
    `deliveries ${endpoint.id} ${status} ${kind}`,
    pagesOf('/webhooks/{id}/deliveries', 'deliveries', query, endpoint.id),
  );
  useEffect(() => {
    if (version > 0) void list.reload();
  }, [version]);
  const all = { value: '' as const, label: t('words.all') };
  const isFiltered = status !== '' || kind !== '';
  return (
    <section class="section" aria-labelledby="deliveries">
      <div class="bar">
        <h2 id="deliveries">{t('webhooks.deliveries')}</h2>
        <div class="actions">
          <ActionButton isRunning={list.isLoading} onClick={() => void list.reload()}>
            {t('words.refresh')}
          </ActionButton>
          {canWrite && <Button onClick={onRecover}>{t('webhooks.recover')}</Button>}
        </div>
      </div>
      <div class="filters">
        <SelectField
          label={t('words.status')}
          value={status}
          options={[all, ...DELIVERY_STATUSES.map((value) => ({ value, label: t(`webhooks.filter_${value}`) }))]}
          onValue={setStatus}
        />
        <SelectField
          label={t('webhooks.event')}
          value={kind}
          options={[all, ...EVENT_KINDS.map((value) => ({ value, label: value }))]}
          onValue={setKind}
        />
      </div>
      {list.items.length > 0 && <DeliveryTable deliveries={list.items} onOpen={setShown} />}
      {list.isEmpty && (
        <EmptyState title={isFiltered ? t('webhooks.noMatch') : t('webhooks.noDeliveries')}>
          <p>{isFiltered ? t('webhooks.noMatchText') : t('webhooks.noDeliveriesText')}</p>
        </EmptyState>
      )}
      <ListEnd list={list} />
      {shown && (
        <DeliveryDialog endpoint={endpoint} deliveryId={shown} onClose={() => setShown(null)} onReplayed={onReplayed} />
      )}
    </section>
  );
}
