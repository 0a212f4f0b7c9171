import { type ApprovalActor, decisionObstacle } from '../../content/rules/approval/approval.ts';
import type { Permission } from '../../core/api/permission.ts';
import { entropyOf } from '../../core/crypto/sha256.ts';
import { makeId } from '../../core/values/id.ts';
import { pick } from '../../core/values/pick.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { Platform } from '../../platforms/platform.ts';
import { KINDS, NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts';

export const RESOURCE_KINDS = ['content', 'account', 'webhook'] as const;

/** An occurrence that members are notified of. One per workspace and occurrence, however many members receive it. */
export interface Notification {
  id: string;
  workspace_id: string;
  kind: NotificationKind;
  /** The only member who receives it. Null: every member with the permission of its kind. */
  user_id: string | null;
  created_at: string;
  resource_type: (typeof RESOURCE_KINDS)[number];
  resource_id: string;
  title: string; // Of the item, the name of the account, or the host of the webhook endpoint.
  platform: Platform | null;
  account_id: string | null;
  reason: string | null; // The code of an error, or the decision about an approval.
  detail: string | null; // A message of the service or a note of a member.
  due_at: string | null; // When the item is due, the token expires, or the budget starts again.
  actor_id: string | null; // The member or the external reviewer who has acted.
  actor_name: string | null; // Of an external reviewer; null for a member.
  author_ids?: string[]; // Of an item to approve: its authors, who may not decide.
}

/** A notification before it has an id. `dedupKey` names the occurrence within the workspace. */
export type NotificationDraft = Omit<Notification, 'id' | 'workspace_id'> & { dedupKey: string };

/** The fields that most kinds leave empty. */
export const NOTHING_FURTHER = {
  ...{ user_id: null, platform: null, account_id: null, reason: null, detail: null },
  ...{ due_at: null, actor_id: null, actor_name: null },
} as const;

/** Build a notification. Its id depends on the occurrence only, so that a repeated call builds the same one. */
export function newNotification(workspace_id: string, { dedupKey, ...draft }: NotificationDraft): Notification {
  const entropy = entropyOf(workspace_id, draft.kind, dedupKey);
  return { id: makeId('notification', Date.parse(draft.created_at), entropy), workspace_id, ...draft };
}

/** A member as far as notifications depend on it. */
export interface Reader extends Omit<ApprovalActor, 'reviewer'> {
  permissions: readonly Permission[];
}

type ApprovalSettings = Pick<WorkspaceSettings, 'approval' | 'approver_roles' | 'authors_may_approve'>;

/** Return the audience of a notification: the members who receive its kind, or one of them. */
export function audienceOf({ kind, user_id }: Pick<Notification, 'kind' | 'user_id'>): string {
  return user_id === null ? kind : `${kind}/${user_id}`;
}

/** List the audiences of a member, without those of the muted kinds. */
export function audiencesOf(
  { userId, role, permissions }: Reader,
  { approver_roles }: ApprovalSettings,
  muted: readonly NotificationKind[],
): string[] {
  return NOTIFICATION_KINDS.filter((kind) => {
    const { permission, receivers } = KINDS[kind];
    const isReceiver = permissions.includes(permission) && !muted.includes(kind);
    return isReceiver && (receivers !== 'approvers' || approver_roles.includes(role));
  }).map((kind) => audienceOf({ kind, user_id: KINDS[kind].receivers === 'named' ? userId : null }));
}

/** Return whether a notification of one of their audiences concerns a member. An author may not decide about an item. */
export function concerns(
  { author_ids }: Pick<Notification, 'author_ids'>,
  reader: Reader,
  settings: ApprovalSettings,
): boolean {
  if (!author_ids) return true;
  return decisionObstacle(reader, { created_by: author_ids[0]!, editors: author_ids }, settings) === null;
}

/** Build the API representation of a notification for a member who has read those up to `readUntil` (ISO 8601). */
export function toNotificationView(notification: Notification, readUntil: string | null): Record<string, unknown> {
  return {
    ...pick(notification, 'id', 'kind', 'created_at', 'resource_type', 'resource_id', 'title', 'platform'),
    ...pick(notification, 'account_id', 'reason', 'detail', 'due_at', 'actor_id', 'actor_name'),
    is_read: readUntil !== null && notification.created_at <= readUntil,
  };
}
