import { contentSentence } from './content-sentence.ts';
import type { AuditEntry, Sentence } from './describe.ts';

type Changes = NonNullable<AuditEntry['changes']>;
type Change = Changes[number];

/** Return the change of a field, or undefined where an entry does not have it. */
export type ChangeOf = (field: string) => Change | undefined;

const ANY = { created: 'audit.did_create', updated: 'audit.did_update', deleted: 'audit.did_delete' } as const;

/** Say in one sentence what an entry records. */
export function sentenceOf(entry: AuditEntry): Sentence {
  const changeOf: ChangeOf = (field) => entry.changes?.find((change) => change.field === field);
  return sentenceByType(entry, changeOf) ?? { key: ANY[entry.action] };
}

/** The sentence of a type of resource. Null for a change that has no sentence of its own. */
function sentenceByType(entry: AuditEntry, changeOf: ChangeOf): Sentence | null {
  switch (entry.resource.type) {
    case 'content':
      return contentSentence(entry, changeOf);
    case 'account':
      return accountSentence(entry, changeOf);
    case 'member':
      return memberSentence(entry, changeOf);
    case 'invitation':
      return invitationSentence(entry, changeOf);
    case 'endpoint':
      return endpointSentence(changeOf);
    case 'key':
      if (entry.action === 'deleted' || changeOf('revoked_at')?.after) return { key: 'audit.did_revoke' };
      return entry.action === 'updated' && changeOf('secret_hash') ? { key: 'audit.did_rollKey' } : null;
    case 'session':
      return { key: entry.action === 'created' ? 'audit.did_signIn' : 'audit.did_endSession' };
    case 'review_comment':
      return { key: entry.action === 'deleted' ? 'audit.did_deleteComment' : 'audit.did_comment' };
    case 'review_link':
      return { key: entry.action === 'created' ? 'audit.did_createReviewLink' : 'audit.did_revoke' };
    case 'media':
      return entry.action === 'created' ? { key: 'audit.did_upload' } : null;
    case 'delivery':
      return { key: 'audit.did_replay' };
    case 'recovery':
      return { key: 'audit.did_recover' };
    default:
      return null;
  }
}

function accountSentence({ action }: AuditEntry, changeOf: ChangeOf): Sentence | null {
  const status = changeOf('status')?.after;
  const name = changeOf('name');
  if (action === 'deleted' || status === 'disconnected') return { key: 'audit.did_disconnect' };
  if (status === 'connected') return { key: 'audit.did_connect' };
  if (status === 'needs_reconnect') return { key: 'audit.did_needReconnect' };
  return typeof name?.before === 'string' ? { key: 'audit.did_rename', before: name.before } : null;
}

function memberSentence({ action, actor, resource }: AuditEntry, changeOf: ChangeOf): Sentence | null {
  const isSelf = actor.user_id === resource.id;
  if (action === 'created') return { key: isSelf ? 'audit.did_join' : 'audit.did_addMember' };
  if (action === 'deleted') return { key: isSelf ? 'audit.did_leave' : 'audit.did_removeMember' };
  const role = changeOf('role')?.after;
  if (typeof role === 'string') return { key: 'audit.did_changeRole', role };
  return changeOf('sessions_ended_at') ? { key: 'audit.did_endSessions' } : null;
}

function invitationSentence({ action }: AuditEntry, changeOf: ChangeOf): Sentence {
  if (action === 'created') return { key: 'audit.did_invite', role: String(changeOf('role')?.after ?? '') };
  const status = changeOf('status')?.after;
  if (action === 'deleted' || status === 'revoked') return { key: 'audit.did_revokeInvitation' };
  if (status === 'accepted') return { key: 'audit.did_acceptInvitation' };
  return { key: changeOf('send_count') ? 'audit.did_resendInvitation' : 'audit.did_updateInvitation' };
}

function endpointSentence(changeOf: ChangeOf): Sentence | null {
  const { before, after } = changeOf('status') ?? {};
  if (typeof before === 'string') {
    if (after === 'paused') return { key: 'audit.did_pause' };
    return { key: after === 'disabled' ? 'audit.did_disable' : 'audit.did_resume' };
  }
  return changeOf('secrets')?.before === undefined || changeOf('secrets')?.before === null
    ? null
    : { key: 'audit.did_rotateSecret' };
}
