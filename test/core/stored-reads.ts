import { leaseEmail } from '../../lib/core/email/sent-emails.ts';
import { reserveQuota } from '../../lib/core/rate-limit/store.ts';
import { loadTombstoneActors } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { invitedTwice, registered } from './table/rejected-writes.ts';
import { MINUTE, NOW_MS, one, type StoredReads, workspaceId } from './table/stored-items.ts';

const CONTENT = 'cnt_01KXFHWR000000000000000000';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  EmailCount: async () => [await invitedTwice(), ['sent', 'invitation_limit']],
  SentEmail: async () => [
    await leaseEmail({ workspace_id: workspaceId, id: 'a'.repeat(64), counter: 'usr_1' }, NOW_MS + 1, NOW_MS),
    'done',
  ],
  RateWindow: async () => [
    await reserveQuota(
      { subject_id: workspaceId, window: Number(MINUTE), seconds: 60 },
      { batch: 1, limit: 1000, isFirst: true },
    ),
    { granted: 1, reserved: 11, instances: 2 },
  ],
  Counter: async () => [await registered('https://example.com/another', 1), 'endpoint_limit'],
  Tombstone: async () => [
    await loadTombstoneActors([{ workspace_id: workspaceId, removed_id: CONTENT }]),
    [one<{ by: object }>('Tombstone').by],
  ],
};
