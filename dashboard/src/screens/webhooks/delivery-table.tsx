import type { Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ListTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../language/texts.ts';
import { Outcome } from './outcome.tsx';
import { attemptText } from './outcomes.ts';

interface DeliveryTableProps {
  deliveries: Schemas['DeliveryList']['deliveries'];
  onOpen: (deliveryId: string) => void;
}

/** Show deliveries with their last attempt. */
export function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
  return (
    <ListTable
      class="listing stacked"
      caption={t('webhooks.deliveriesCaption')}
      hidesCaption
      items={deliveries}
      columns={[
        {
          name: t('webhooks.event'),
          cell: ({ id, event_type: kind, created_at }) => (
            <>
              <Button class="link" aria-label={t('webhooks.openDelivery', { kind, id })} onClick={() => onOpen(id)}>
                {kind}
              </Button>
              <span class="sub">
                <Time at={created_at} precise />
              </span>
            </>
          ),
          isPlain: true,
        },
        { name: t('words.outcome'), cell: (delivery) => <Outcome delivery={delivery} />, isPlain: true },
        {
          name: t('webhooks.lastAttempt'),
          cell: ({ last_attempt }) => (last_attempt ? attemptText(last_attempt) : t('webhooks.noneYet')),
          class: 'wide',
        },
        { name: t('webhooks.attempts'), cell: ({ attempt_count }) => attempt_count, isNumber: true },
        {
          name: t('webhooks.nextAttempt'),
          cell: ({ next_attempt_at: at }) => (at ? <Time at={at} precise /> : '–'),
          class: 'when',
        },
      ]}
    />
  );
}
