import type { Heartbeat } from '../../lib/app/sweep/heartbeat-record.ts';
import { one, type StoredReads } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  OperatorIndex: async () => [one('OperatorIndex').completed_at, '2026-11-29T10:00:00.000Z'],
  // Read from the stream only, as any record there.
  Heartbeat: async () => [one<Heartbeat>('Heartbeat').sent_at, '2027-03-01T09:00:00.000Z'],
};
