import type { Schemas } from '../../api/client.ts';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';

export type Notification = Schemas['Notification'];
export type NotificationKind = Notification['kind'];

/** Return what happened in one sentence. `actor` is the name of the person who acted on an approval. */
export function textOf(notification: Notification, actor: string): string {
  const { kind, title, reason } = notification;
  const platform = notification.platform === null ? '' : platformName(notification.platform);
  const key = kind === 'approval_decided' && reason === 'approved' ? 'approval_approved' : kind;
  return t(`notifications.${key}`, { title, platform, actor });
}

/** Return the path of the screen that shows the resource of a notification. */
export function pathOf({ resource_type, resource_id }: Pick<Notification, 'resource_type' | 'resource_id'>): string {
  if (resource_type === 'content') return `/posts/${resource_id}`;
  return resource_type === 'account' ? '/accounts' : `/webhooks/${resource_id}`;
}
