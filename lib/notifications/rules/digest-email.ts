import type { Email } from '../../core/email/email.ts';
import { oneLine } from '../../core/email/one-line.ts';
import { fill } from '../../core/values/fill-text.ts';
import type { PageLanguage } from '../../core/values/page-language.ts';
import { formatMinute } from '../../core/values/timestamps.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { DIGEST_TEXTS } from './digest-texts.ts';
import type { Notification } from './notification.ts';

/** The most notifications that an email describes. It counts the others. */
const MAX_DESCRIBED = 10;

/** Build the email about notifications, oldest first. `names` has the names of the members by id. */
export function buildDigestEmail(
  notifications: Notification[],
  workspaceName: string,
  names: ReadonlyMap<string, string>,
  dashboardOrigin: string,
  language: PageLanguage,
): Omit<Email, 'to'> {
  const texts = DIGEST_TEXTS[language];
  const lineOf = (notification: Notification) => lineIn(language, notification, names);
  const described = notifications.slice(0, MAX_DESCRIBED).map((notification) => {
    const { detail } = notification;
    const url = `${dashboardOrigin}/app/#${pathOf(notification)}`;
    return [lineOf(notification), ...(detail === null ? [] : [detail]), url].join('\n');
  });
  const more = notifications.length - described.length;
  const workspace = oneLine(workspaceName);
  const subject =
    notifications.length === 1
      ? oneLine(lineOf(notifications[0]!))
      : fill(texts.several, { count: String(notifications.length), workspace });
  return {
    subject,
    text: [
      fill(texts.intro, { workspace }),
      ...described,
      ...(more > 0 ? [fill(texts.more, { count: String(more) })] : []),
      `${fill(texts.all, { url: `${dashboardOrigin}/app/#/notifications` })}\n`,
    ].join('\n\n'),
  };
}

function lineIn(language: PageLanguage, notification: Notification, names: ReadonlyMap<string, string>): string {
  const { kind, actor_id, actor_name, title, platform, due_at, reason } = notification;
  const texts = DIGEST_TEXTS[language];
  const actor = actor_name ?? names.get(actor_id ?? '') ?? texts.formerMember;
  const at = (text: string) => (due_at === null ? '' : fill(text, { time: formatMinute(due_at) }));
  const sentence = kind === 'approval_decided' && reason === 'approved' ? 'approval_approved' : kind;
  return fill(texts.sentences[sentence], {
    title: oneLine(title),
    actor: oneLine(actor),
    onPlatform: platform === null ? '' : fill(texts.onPlatform, { platform: PLATFORM_TABLE[platform].displayName }),
    before: at(texts.before),
    until: at(texts.until),
    due: at(texts.due),
  });
}

function pathOf({ resource_type, resource_id }: Notification): string {
  if (resource_type === 'content') return `/posts/${resource_id}`;
  return resource_type === 'account' ? '/accounts' : `/webhooks/${resource_id}`;
}
