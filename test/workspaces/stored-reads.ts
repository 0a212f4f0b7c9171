import { fromItem } from '../../lib/core/table/schema.ts';
import type { LimitNotice } from '../../lib/workspaces/rules/limit-notices.ts';
import { loadDeletion } from '../../lib/workspaces/store/workspace-deletions.ts';
import type { StoredReads } from '../core/table/stored-items.ts';

const id = 'ws_01K00000000000000000000001';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  WorkspaceDeletion: {
    stored: {
      ...{ pk: `DELETION#${id}`, sk: 'DELETION', entity: 'WorkspaceDeletion', schema: 1, id },
      ...{ due_pk: 'DUE#DELETION#03', due_sk: '2026-11-27T09:30:00.000Z', due_at: '2026-11-27T09:30:00.000Z' },
      ...{ external_id: 'customer-17', requested_at: '2026-11-20T09:30:00.000Z' },
      ...{ requested_by: 'skey_01K00000000000000000000000', delete_at: '2026-11-27T09:30:00.000Z' },
      ...{ status: 'scheduled', step: 'accounts', cursor: null, started_at: null, deleted_at: null, version: 0 },
      counts: {
        ...{ items: 0, audit_entries: 0, schedules: 0, files: 0, bytes: 0 },
        ...{ accounts: 0, accounts_not_disconnected: 0 },
      },
    },
    read: async () => [(await loadDeletion(id))?.delete_at, '2026-11-27T09:30:00.000Z'],
  },
  LimitNotice: {
    stored: {
      ...{ pk: `WS#${id}#LIMITNOTICE`, sk: 'posts_per_day.2026-11-20.80.50', entity: 'LimitNotice', schema: 1 },
      ...{ id: 'posts_per_day.2026-11-20.80.50', workspace_id: id, limit: 'posts_per_day', percent: 80, value: 40 },
      ...{ maximum: 50, period: '2026-11-20', reached_at: '2026-11-20T09:30:00.000Z', expires_at_ms: 1800000000000 },
    },
    // It is read from the stream only.
    read: async (stored) => [fromItem<LimitNotice>(stored).percent, 80],
  },
};
