import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Values } from '../../core/table/schema.ts';
import { NOTIFICATION_KINDS } from '../rules/kinds.ts';
import { audienceOf } from '../rules/notification.ts';

/**
 * An occurrence that members are notified of: one per workspace and occurrence. `audience` is its kind, or its kind
 * and the member who alone receives it. Expires after 90 days.
 */
export const notificationEntity = /* @__PURE__ */ defineEntity({
  name: 'Notification',
  pk: 'WS#{workspace_id}#NOTIFICATION#{audience}',
  sk: '{id}',
});

export const notificationLifecycle: Lifecycle = {
  ending: 'data',
  found: [
    { read: 'partition', of: ['Workspace'], values: () => allAudiencesOf(null) },
    { read: 'partition', id: 'user', as: allAudiencesOf },
  ],
  isExported: true,
};

/** That no email has reported a notification yet; in its transaction. Deleted by the digest that reports it. */
export const unsentNotificationEntity = /* @__PURE__ */ defineEntity({
  name: 'UnsentNotification',
  pk: 'WS#{workspace_id}#UNSENTNOTIFICATION',
  sk: '{id}',
});

export const unsentNotificationLifecycle: Lifecycle = { ending: 'work' };

/**
 * The notifications that the emails of one digest report. Expires after 21 days, when its messages can no longer be
 * redriven.
 */
export const notificationDigestEntity = /* @__PURE__ */ defineEntity({
  name: 'NotificationDigest',
  pk: 'WS#{workspace_id}#NOTIFICATIONDIGEST',
  sk: '{id}',
});

export const notificationDigestLifecycle: Lifecycle = { ending: 'work' };

/**
 * `digest`: when the next digest starts, while there are unsent notifications. Any other: when to look at a target
 * whose outcome is unknown.
 */
export const notificationTaskEntity = /* @__PURE__ */ defineEntity({
  name: 'NotificationTask',
  pk: 'WS#{workspace_id}#NOTIFICATIONTASK',
  sk: '{id}',
  due_pk: 'DUE#NOTIFICATIONTASK#{shard}',
  due_sk: '{due_at}',
});

export const notificationTaskLifecycle: Lifecycle = { ending: 'work' };

/**
 * Up to which notification a member has read, and the kinds that the member has muted. Absent until it is changed;
 * deleted after the member is removed.
 */
export const notificationSettingsEntity = /* @__PURE__ */ defineEntity({
  name: 'NotificationSettings',
  pk: 'WS#{workspace_id}#NOTIFICATIONSETTINGS',
  sk: '{user_id}',
});

export const notificationSettingsLifecycle: Lifecycle = { ending: 'data', isExported: true };

/** List the audiences of the notifications of a member, or of those with a permission. */
function allAudiencesOf(user_id: string | null): Values[] {
  return NOTIFICATION_KINDS.map((kind) => ({ audience: audienceOf({ kind, user_id }) }));
}
