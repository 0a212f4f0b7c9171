import type { EntryStatus } from '../schedule-entry.ts';

export const TARGET_ACTION_NAMES = ['reschedule', 'cancel', 'retry', 'resolve'] as const;

/** What a request can do about a target: `PUT` and `DELETE /schedule/{id}`, `POST /retry` and `POST /resolve`. */
export type TargetAction = (typeof TARGET_ACTION_NAMES)[number];

/** The actions in each status. The endpoints apply this table, and each target shows its row. */
export const TARGET_ACTIONS: Record<EntryStatus, readonly TargetAction[]> = {
  pending: ['reschedule', 'cancel'],
  publishing: [],
  published: [],
  failed: ['retry'],
  unconfirmed: ['resolve'],
  cancelled: [],
  partially_published: ['retry'],
};

/** Return whether a target in this status permits an action. */
export function permitsAction(status: EntryStatus, action: TargetAction): boolean {
  return TARGET_ACTIONS[status].includes(action);
}
