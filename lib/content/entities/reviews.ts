import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { ApprovalReminder } from '../rules/approval/approval-reminder.ts';
import type { ReviewComment } from '../rules/review/review-comment.ts';
import type { ReviewLink } from '../rules/review/review-link.ts';

/**
 * A comment on a content item, of a member, an external reviewer or a person in a portal. Expires after 400 days, also
 * when the item is deleted.
 */
export const reviewCommentEntity = /* @__PURE__ */ defineEntity<ReviewComment>({
  name: 'ReviewComment',
  pk: 'WS#{workspace_id}#REVIEWCOMMENT#{content_id}',
  sk: '{id}',
  resource: 'review_comment',
});

// biome-ignore format: several fields per line keep the table readable.
export const reviewCommentAudit: AuditModes<ReviewComment> = {
  id: 'never', workspace_id: 'never', content_id: 'on_request', author_id: 'on_request', author_name: 'never',
  agent_key: 'on_request', agent_name: 'never', body: 'redacted', created_at: 'never',
};

export const reviewCommentLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'partition', id: 'content', as: 'content_id' }],
  isExported: true,
  // All persons in portals have one id.
  person: { field: 'author_id', names: 'user', named: 'author_name', isDeleted: true },
};

/**
 * A link by which a person without an account reviews an item: hash of its token, name, permission and end, and the
 * session or API key that created it; the number of its comments and the times of the latest 20, which are limited.
 * Expires 30 days after its end.
 */
export const reviewLinkEntity = /* @__PURE__ */ defineEntity<ReviewLink>({
  name: 'ReviewLink',
  pk: 'WS#{workspace_id}#REVIEWLINK#{content_id}',
  sk: '{id}',
  parent_pk: 'WS#{workspace_id}#REVIEWLINKS#{created_by}',
  list_sk: '{id}',
  resource: 'review_link',
});

// biome-ignore format: several fields per line keep the table readable.
export const reviewLinkAudit: AuditModes<ReviewLink> = {
  id: 'never', workspace_id: 'never', content_id: 'on_request', name: 'on_request', permission: 'on_request',
  token_hash: 'redacted', created_by: 'never', client_id: 'never', created_at: 'never', expires_at: 'on_request',
  revoked_at: 'on_request', last_used_at: 'never', comment_count: 'never', last_comments: 'never', version: 'never',
};

export const reviewLinkLifecycle: Lifecycle = {
  ending: 'creator',
  decides: true,
  found: [{ read: 'partition', id: 'content', as: 'content_id' }],
  isExported: true,
  secrets: ['token_hash'],
  person: { field: 'id', names: 'user', isDeleted: true },
};

/**
 * That the owner of an unapproved item is reminded a day or an hour before its due time: once. Expires 7 days after
 * that time.
 */
export const approvalReminderEntity = /* @__PURE__ */ defineEntity<ApprovalReminder>({
  name: 'ApprovalReminder',
  pk: 'WS#{workspace_id}#APPROVALREMINDER',
  sk: '{content_id}#{due_at}#{lead}',
});

export const approvalReminderLifecycle: Lifecycle = { ending: 'work' };

/** Until when the sweep has looked for such items. */
export const reminderCheckEntity = /* @__PURE__ */ defineEntity({
  name: 'ReminderCheck',
  pk: 'REMINDERCHECK',
  sk: 'REMINDERCHECK',
});

export const reminderCheckLifecycle: Lifecycle = { ending: 'work', found: 'stage' };
