import type { Email } from '../../core/email/email.ts';
import { oneLine } from '../../core/email/one-line.ts';
import { formatMinute } from '../../core/values/timestamps.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { KINDS } from './kinds.ts';
import type { Notification } from './notification.ts';

/** The most notifications that an email describes. It counts the others. */
const MAX_DESCRIBED = 10;

/**
 * Build the email about notifications, oldest first. `names` has the names of the members by id.
 */
export function buildDigestEmail(
  notifications: Notification[],
  workspace: string,
  names: ReadonlyMap<string, string>,
  dashboardOrigin: string,
): Omit<Email, 'to'> {
  const described = notifications.slice(0, MAX_DESCRIBED).map((notification) => {
    const line = lineOf(notification, names);
    const { detail } = notification;
    return [line, ...(detail === null ? [] : [detail]), `${dashboardOrigin}/app/#${pathOf(notification)}`].join('\n');
  });
  const more = notifications.length - described.length;
  const name = oneLine(workspace);
  const subject =
    notifications.length === 1
      ? oneLine(lineOf(notifications[0]!, names))
      : `${notifications.length} notifications in ${name}`;
  return {
    subject,
    text: [
      `Notifications of the workspace ${name}:`,
      ...described,
      ...(more > 0 ? [`And ${more} more.`] : []),
      `All notifications, and which of them you receive: ${dashboardOrigin}/app/#/notifications\n`,
    ].join('\n\n'),
  };
}

function lineOf(notification: Notification, names: ReadonlyMap<string, string>): string {
  const { kind, actor_id, actor_name, title, platform, due_at, reason } = notification;
  const actor = actor_name ?? names.get(actor_id ?? '') ?? 'A former member';
  const at = (words: string) => (due_at === null ? '' : `${words} ${formatMinute(due_at)} UTC`);
  return KINDS[kind].sentence({
    title: oneLine(title),
    actor: oneLine(actor),
    reason,
    onPlatform: platform === null ? '' : ` on ${PLATFORM_TABLE[platform].displayName}`,
    before: at(' before'),
    until: at(' until'),
    due: at(', which is due at'),
  });
}

function pathOf({ resource_type, resource_id }: Notification): string {
  if (resource_type === 'content') return `/posts/${resource_id}`;
  return resource_type === 'account' ? '/accounts' : `/webhooks/${resource_id}`;
}
