import type { Email } from '../../core/email/email.ts';
import { oneLine } from '../../core/email/one-line.ts';
import { formatMinute } from '../../core/values/timestamps.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import type { Notification, NotificationKind } from './notification.ts';

/** The most notifications that an email describes. It counts the others. */
const MAX_DESCRIBED = 10;

type Describe = (about: { title: string; actor: string } & Notification) => string;

/** What an email says about each kind. */
const LINES: Record<NotificationKind, Describe> = {
  post_failed: (about) => `"${about.title}" was not published${onPlatform(about)}.`,
  post_unconfirmed: (about) =>
    `"${about.title}" may be live or not: its outcome${onPlatform(about)} has been unknown for 15 minutes.`,
  account_needs_reconnect: (about) => `Reconnect the account ${about.title}${onPlatform(about)}.`,
  token_expires: (about) => `Reconnect the account ${about.title}${onPlatform(about)}${until(about)}.`,
  webhook_disabled: ({ title }) => `The webhook endpoint at ${title} was disabled.`,
  approval_requested: (about) => `${about.actor} requested approval of "${about.title}"${dueAt(about)}.`,
  approval_decided: ({ actor, title, reason }) =>
    reason === 'approved' ? `${actor} approved "${title}".` : `${actor} requested changes to "${title}".`,
  budget_used_up: (about) =>
    `The monthly budget for reading the metrics of ${about.title}${onPlatform(about)} is used up${until(about)}. Publishing continues.`,
};

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
  const { kind, actor_id, actor_name, title } = notification;
  const actor = actor_name ?? names.get(actor_id ?? '') ?? 'A former member';
  return LINES[kind]({ ...notification, title: oneLine(title), actor: oneLine(actor) });
}

function pathOf({ resource_type, resource_id }: Notification): string {
  if (resource_type === 'content') return `/posts/${resource_id}`;
  return resource_type === 'account' ? '/accounts' : `/webhooks/${resource_id}`;
}

function onPlatform({ platform }: Notification): string {
  return platform === null ? '' : ` on ${PLATFORM_TABLE[platform].displayName}`;
}

function until({ due_at, kind }: Notification): string {
  if (due_at === null) return '';
  return kind === 'token_expires' ? ` before ${formatMinute(due_at)} UTC` : ` until ${formatMinute(due_at)} UTC`;
}

function dueAt({ due_at }: Notification): string {
  return due_at === null ? '' : `, which is due at ${formatMinute(due_at)} UTC`;
}
