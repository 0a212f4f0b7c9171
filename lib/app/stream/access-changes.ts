import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { AuditStamp } from '../../core/table/audit-stamp.ts';
import type { AccessChange } from '../../identity/rules/access-change.ts';
import { changesRights } from '../../identity/rules/member-policy.ts';
import { defaultSettings, loosensApproval } from '../../identity/rules/workspace-settings.ts';
import { onAccessChanged } from '../../identity/workers/security-emails.ts';
import type { StreamRecords } from './stream-records.ts';

type Change = Omit<AccessChange, 'kind'> | null;
type Finder<T> = (before: T | null, after: T, operation: string) => Change;

type Entity = 'Account' | 'WorkspaceApp' | 'WorkspaceSettings' | 'Invitation' | 'Member' | 'ReviewLink';

/** What of a change decides who approves and publishes, or their credentials. */
const FINDERS: { [E in Entity]: Finder<StreamRecords[E]> } = {
  Account: (_, { id }, operation) =>
    operation === 'accounts.create' && !isSandboxAccountId(id) ? of('account_credentials_set', id) : null,
  WorkspaceApp: (_, { platform }) => of('app_credentials_set', platform),
  WorkspaceSettings: (before, after) =>
    loosensApproval(before ?? defaultSettings(after.workspace_id), after) ? of('approval_loosened', after.id) : null,
  Invitation: (before, { id }) => (before === null ? of('invitation_sent', id) : null),
  Member: (before, after) =>
    before !== null && changesRights(before, after) ? of('member_rights_changed', after.id) : null,
  ReviewLink: (before, { id, permission }) =>
    before === null && permission === 'approve' ? of('review_link_created', id) : null,
};

/** Return the handler that queues the emails about changes of an entity by which a session changes who may do what. */
export function accessChangeHandler<E extends Entity>(entity: E) {
  const find: Finder<StreamRecords[E]> = FINDERS[entity];
  return async (
    before: StreamRecords[E] | null,
    after: StreamRecords[E] | null,
    _nowMs: number,
    by: AuditStamp | null,
  ): Promise<void> => {
    if (after === null || by === null) return;
    await onAccessChanged(after.workspace_id, find(before, after, by.operation), by);
  };
}

function of(change: AccessChange['change'], subject_id: string): Change {
  return { change, subject_id };
}
