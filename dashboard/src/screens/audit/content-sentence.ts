import type { AuditEntry, Sentence } from './describe.ts';
import type { ChangeOf } from './sentence.ts';

/** What the log keeps of a target, and of an approval. */
type Recorded = { status?: string; scheduled_at?: string } | null | undefined;

const TARGET = 'targets.';

// What the status of a target says when the service or a member changes it.
const OUTCOMES = {
  published: 'audit.did_publish',
  failed: 'audit.did_fail',
  unconfirmed: 'audit.did_notConfirm',
  cancelled: 'audit.did_cancel',
} as const;

const APPROVALS = {
  pending_approval: 'audit.did_submit',
  approved: 'audit.did_approve',
  changes_requested: 'audit.did_requestChanges',
  not_submitted: 'audit.did_withdraw',
} as const;

/** Say in one sentence what happened to a post. Null for an edit, a creation or a deletion. */
export function contentSentence(entry: AuditEntry, changeOf: ChangeOf): Sentence | null {
  const { action, operation } = entry;
  const at = scheduledAt(entry, changeOf);
  if (action === 'created') return at?.after ? { key: 'audit.did_createScheduled', at: at.after } : null;
  if (action === 'deleted') return null;
  const targets = (entry.changes ?? []).filter(({ field }) => field.startsWith(TARGET));
  const platforms = targets.map(({ field }) => field.slice(TARGET.length));
  if (operation === 'content.retry') return { key: 'audit.did_retry', platforms };
  if (operation === 'content.resolve') return { key: 'audit.did_resolve', platforms };
  // The most telling part of an approval that an edit revoked is the edit.
  if (operation !== 'content.update') {
    const approval = changedStatus(changeOf('approval'));
    if (approval && approval in APPROVALS) return { key: APPROVALS[approval as keyof typeof APPROVALS] };
  }
  const outcome = targets.map(changedStatus).find((status) => status !== null && status in OUTCOMES);
  if (outcome) {
    const same = targets.filter((target) => changedStatus(target) === outcome);
    return {
      key: OUTCOMES[outcome as keyof typeof OUTCOMES],
      platforms: same.map(({ field }) => field.slice(TARGET.length)),
    };
  }
  if (!at) return null;
  if (!at.after) return { key: 'audit.did_unschedule' };
  return { key: at.before ? 'audit.did_reschedule' : 'audit.did_schedule', at: at.after };
}

/** The status that a target or an approval got. Null where it is the same as before. */
function changedStatus(change: { before: unknown; after: unknown } | undefined): string | null {
  const [before, after] = [change?.before as Recorded, change?.after as Recorded];
  return after?.status !== undefined && after.status !== before?.status ? after.status : null;
}

/** The time of a post before and after a change. Null where it is the same. */
function scheduledAt({ changes }: AuditEntry, changeOf: ChangeOf): { before?: string; after?: string } | null {
  const own = changeOf('scheduled_at');
  const target = changes?.find(({ field }) => field.startsWith(TARGET));
  const before = own ? own.before : (target?.before as Recorded)?.scheduled_at;
  const after = own ? own.after : (target?.after as Recorded)?.scheduled_at;
  if (before === after) return null;
  return {
    ...(typeof before === 'string' ? { before } : {}),
    ...(typeof after === 'string' ? { after } : {}),
  };
}
