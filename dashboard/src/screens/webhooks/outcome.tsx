import { CircleCheck, CircleSlash, CircleX, Clock } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { statusKind } from '../../components/status.tsx';
import { outcomeText } from './outcomes.ts';

const ICONS = { delivered: CircleCheck, exhausted: CircleX, dropped: CircleSlash, pending: Clock };

/** The outcome of a delivery at a glance: an icon and words. */
export function Outcome({ delivery }: { delivery: Pick<Schemas['Delivery'], 'status' | 'attempt_count'> }) {
  const Icon = ICONS[delivery.status];
  return (
    <span class={`status ${statusKind(delivery.status)}`}>
      <Icon size={14} /> {outcomeText(delivery)}
    </span>
  );
}
