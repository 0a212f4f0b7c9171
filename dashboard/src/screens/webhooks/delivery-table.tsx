import type { Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Table } from '../../components/table.tsx';
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
    <Table
      class="listing stacked"
      caption={t('webhooks.deliveriesCaption')}
      hidesCaption
      columns={[
        t('webhooks.event'),
        t('words.outcome'),
        t('webhooks.lastAttempt'),
        { number: t('webhooks.attempts') },
        t('webhooks.nextAttempt'),
      ]}
    >
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            <Button
              class="link"
              aria-label={t('webhooks.openDelivery', { kind: delivery.event_type, id: delivery.id })}
              onClick={() => onOpen(delivery.id)}
            >
              {delivery.event_type}
            </Button>
            <span class="sub">
              <Time at={delivery.created_at} precise />
            </span>
          </td>
          <td>
            <Outcome delivery={delivery} />
          </td>
          <td class="wide" data-label={t('webhooks.lastAttempt')}>
            {delivery.last_attempt ? attemptText(delivery.last_attempt) : t('webhooks.noneYet')}
          </td>
          <td class="number" data-label={t('webhooks.attempts')}>
            {delivery.attempt_count}
          </td>
          <td class="when" data-label={t('webhooks.nextAttempt')}>
            {delivery.next_attempt_at ? <Time at={delivery.next_attempt_at} precise /> : '–'}
          </td>
        </tr>
      ))}
    </Table>
  );
}
