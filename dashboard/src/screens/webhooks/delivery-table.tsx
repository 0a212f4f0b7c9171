import type { Schemas } from '../../api/client.ts';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { attemptText } from './outcomes.ts';

interface DeliveryTableProps {
  deliveries: Schemas['DeliveryList']['deliveries'];
  onOpen: (deliveryId: string) => void;
}

/** Show deliveries with their last attempt. */
export function DeliveryTable({ deliveries, onOpen }: DeliveryTableProps) {
  return (
    <Table
      class="listing"
      caption="Deliveries, newest first"
      hidesCaption
      columns={['Event', 'Status', 'Last attempt', { number: 'Attempts' }, 'Next attempt']}
    >
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            <button
              type="button"
              class="link"
              aria-label={`Open the delivery of ${delivery.event_type}, ${delivery.id}`}
              onClick={() => onOpen(delivery.id)}
            >
              {delivery.event_type}
            </button>
            <span class="sub">
              <Time at={delivery.created_at} precise />
            </span>
          </td>
          <td>
            <Status status={delivery.status} />
          </td>
          <td class="wide">{delivery.last_attempt ? attemptText(delivery.last_attempt) : 'None yet'}</td>
          <td class="number">{delivery.attempt_count}</td>
          <td class="when">{delivery.next_attempt_at ? <Time at={delivery.next_attempt_at} precise /> : '–'}</td>
        </tr>
      ))}
    </Table>
  );
}
