import type { TextKey } from '../../language/texts.ts';
import type { AuditEntry, Sentence } from './describe.ts';

/** What the log keeps of a target, and of an approval. */
type Recorded = { status?: string; scheduled_at?: string } | null | undefined;

/** What the table asks about an entry. */
interface Facts extends Pick<AuditEntry, 'action' | 'operation'> {
  /** The member changed themself. */
  isSelf: boolean;
  has: (field: string) => boolean;
  /** The values of a field before and after the entry. Undefined for a field that it does not have. */
  before: (field: string) => unknown;
  after: (field: string) => unknown;
  /** The status that the approval of a post got. An edit revokes one, and is more telling than that. */
  approval: string | null;
  /** The first outcome that a target of a post got. */
  outcome: string | null;
  /** The time of a post, where the entry changes it. */
  at: { before: string | undefined; after: string | undefined } | null;
}

type Row = [type: AuditEntry['resource']['type'], key: TextKey, applies: (facts: Facts) => unknown];

const isCreated = ({ action }: Facts) => action === 'created';
const isDeleted = ({ action }: Facts) => action === 'deleted';

// The first row that applies is the sentence. An entry without one was created, changed or deleted.
// biome-ignore format: one sentence per line is what makes it a table.
const SENTENCES: Row[] = [
  ['content', 'audit.did_createScheduled', (of) => isCreated(of) && of.at?.after],
  ['content', 'audit.did_create', isCreated],
  ['content', 'audit.did_delete', isDeleted],
  ['content', 'audit.did_retry', ({ operation }) => operation === 'content.retry'],
  ['content', 'audit.did_resolve', ({ operation }) => operation === 'content.resolve'],
  ['content', 'audit.did_submit', ({ approval }) => approval === 'pending_approval'],
  ['content', 'audit.did_approve', ({ approval }) => approval === 'approved'],
  ['content', 'audit.did_requestChanges', ({ approval }) => approval === 'changes_requested'],
  ['content', 'audit.did_withdraw', ({ approval }) => approval === 'not_submitted'],
  ['content', 'audit.did_publish', ({ outcome }) => outcome === 'published'],
  ['content', 'audit.did_fail', ({ outcome }) => outcome === 'failed'],
  ['content', 'audit.did_notConfirm', ({ outcome }) => outcome === 'unconfirmed'],
  ['content', 'audit.did_cancel', ({ outcome }) => outcome === 'cancelled'],
  ['content', 'audit.did_unschedule', ({ at }) => at && !at.after],
  ['content', 'audit.did_reschedule', ({ at }) => at?.before],
  ['content', 'audit.did_schedule', ({ at }) => at],
  ['account', 'audit.did_disconnect', (of) => isDeleted(of) || of.after('status') === 'disconnected'],
  ['account', 'audit.did_connect', ({ after }) => after('status') === 'connected'],
  ['account', 'audit.did_needReconnect', ({ after }) => after('status') === 'needs_reconnect'],
  ['account', 'audit.did_rename', ({ before }) => typeof before('name') === 'string'],
  ['member', 'audit.did_join', (of) => isCreated(of) && of.isSelf],
  ['member', 'audit.did_addMember', isCreated],
  ['member', 'audit.did_leave', (of) => isDeleted(of) && of.isSelf],
  ['member', 'audit.did_removeMember', isDeleted],
  ['member', 'audit.did_changeRole', ({ after }) => typeof after('role') === 'string'],
  ['member', 'audit.did_endSessions', ({ has }) => has('sessions_ended_at')],
  ['invitation', 'audit.did_invite', isCreated],
  ['invitation', 'audit.did_revokeInvitation', (of) => isDeleted(of) || of.after('status') === 'revoked'],
  ['invitation', 'audit.did_acceptInvitation', ({ after }) => after('status') === 'accepted'],
  ['invitation', 'audit.did_resendInvitation', ({ has }) => has('send_count')],
  ['invitation', 'audit.did_updateInvitation', () => true],
  ['endpoint', 'audit.did_pause', ({ before, after }) => typeof before('status') === 'string' && after('status') === 'paused'],
  ['endpoint', 'audit.did_disable', ({ before, after }) => typeof before('status') === 'string' && after('status') === 'disabled'],
  ['endpoint', 'audit.did_resume', ({ before }) => typeof before('status') === 'string'],
  ['endpoint', 'audit.did_rotateSecret', ({ before }) => (before('secrets') ?? null) !== null],
  ['key', 'audit.did_revoke', (of) => isDeleted(of) || of.after('revoked_at')],
  ['key', 'audit.did_rollKey', ({ action, has }) => action === 'updated' && has('secret_hash')],
  ['session', 'audit.did_signIn', isCreated],
  ['session', 'audit.did_endSession', () => true],
  ['review_comment', 'audit.did_deleteComment', isDeleted],
  ['review_comment', 'audit.did_comment', () => true],
  ['review_link', 'audit.did_createReviewLink', isCreated],
  ['review_link', 'audit.did_revoke', () => true],
  ['media', 'audit.did_upload', isCreated],
  ['delivery', 'audit.did_replay', () => true],
  ['recovery', 'audit.did_recover', () => true],
];

const ANY = { created: 'audit.did_create', updated: 'audit.did_update', deleted: 'audit.did_delete' } as const;
const OUTCOMES = ['published', 'failed', 'unconfirmed', 'cancelled'];
const TARGET = 'targets.';

/** Say in one sentence what an entry records. */
export function sentenceOf(entry: AuditEntry): Sentence {
  const { action, operation, actor, resource, changes } = entry;
  const changeOf = (field: string) => changes?.find((change) => change.field === field);
  const targets = (changes ?? []).filter(({ field }) => field.startsWith(TARGET));
  const outcome = targets.map(changedStatus).find((status) => status !== null && OUTCOMES.includes(status)) ?? null;
  const facts: Facts = {
    action,
    operation,
    isSelf: actor.user_id === resource.id,
    has: (field) => changeOf(field) !== undefined,
    before: (field) => changeOf(field)?.before,
    after: (field) => changeOf(field)?.after,
    approval: operation === 'content.update' ? null : changedStatus(changeOf('approval')),
    outcome,
    at: changedTime(changeOf('scheduled_at'), targets[0]),
  };
  const row = SENTENCES.find(([type, , applies]) => type === resource.type && applies(facts));
  // A sentence about an outcome names the targets that have it.
  const namesAll = outcome === null || operation === 'content.retry' || operation === 'content.resolve';
  const named = targets.filter((target) => namesAll || changedStatus(target) === outcome);
  return {
    key: row?.[1] ?? ANY[action],
    at: facts.at?.after,
    platforms: named.map(({ field }) => field.slice(TARGET.length)),
    role: String(facts.after('role') ?? ''),
    before: String(facts.before('name') ?? ''),
  };
}

type Change = NonNullable<AuditEntry['changes']>[number];

/** The status that a target or an approval got. Null where it is the same as before. */
function changedStatus(change: Change | undefined): string | null {
  const [before, after] = [change?.before as Recorded, change?.after as Recorded];
  return after?.status !== undefined && after.status !== before?.status ? after.status : null;
}

/** The time of a post before and after a change: its own, or that of a target. Null where it is the same. */
function changedTime(own: Change | undefined, target: Change | undefined): Facts['at'] {
  const textOf = (side: 'before' | 'after') => {
    const value = own ? own[side] : (target?.[side] as Recorded)?.scheduled_at;
    return typeof value === 'string' ? value : undefined;
  };
  const [before, after] = [textOf('before'), textOf('after')];
  return before === after ? null : { before, after };
}
