import {
  AtSign,
  Bot,
  FileText,
  Image,
  KeyRound,
  Link as LinkIcon,
  LogIn,
  type LucideIcon,
  MessageSquare,
  Settings,
  User,
  Webhook,
  Wrench,
} from 'lucide-preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Avatar } from '../../components/avatar.tsx';
import { locale, rich, t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { roleName } from '../../role-names.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { timeInSentence, timeOfDay } from './days.ts';
import { type AuditEntry, actorText, resourceHref, resourceText, subjectOf } from './describe.ts';
import { EntryDetails } from './entry-details.tsx';
import type { Names } from './resource-names.ts';
import { sentenceOf } from './sentence.ts';

const ICONS: Record<AuditEntry['resource']['type'], LucideIcon> = {
  workspace: Settings,
  workspace_settings: Settings,
  member: User,
  invitation: User,
  session: LogIn,
  passkey: KeyRound,
  key: KeyRound,
  content: FileText,
  account: AtSign,
  platform_app: Settings,
  endpoint: Webhook,
  delivery: Webhook,
  recovery: Webhook,
  review_comment: MessageSquare,
  media: Image,
  review_link: LinkIcon,
};

const ACTOR_ICONS = { service: Bot, operator: Wrench, review_link: LinkIcon };

/** One entry: who did what, when, and on demand the values. */
export function EntryItem({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { timeZone } = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  const { number, at, source_ip } = entry;
  return (
    <li class="entry">
      <Actor entry={entry} names={names} />
      <div>
        <p>
          <EntrySentence entry={entry} names={names} />
        </p>
        <p class="sub">
          <time dateTime={at}>{timeOfDay(at, timeZone)}</time>
          <span>{t('audit.number', { number })}</span>
          {source_ip && <span>{t('audit.fromAddress', { address: source_ip })}</span>}
        </p>
      </div>
      <button
        type="button"
        class="small"
        aria-expanded={isOpen}
        aria-label={t('audit.detailsOf', { number })}
        onClick={() => setOpen(!isOpen)}
      >
        {t('audit.details')}
      </button>
      {isOpen && (
        <div class="entry-details">
          <EntryDetails entry={entry} />
        </div>
      )}
    </li>
  );
}

/** The picture of the author, with the kind of the resource. */
function Actor({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { type } = entry.actor;
  const ActorIcon = type === 'user' ? null : ACTOR_ICONS[type];
  const Icon = ICONS[entry.resource.type];
  return (
    <span class="avatar" aria-hidden="true">
      {ActorIcon ? (
        <span class="initials actor">
          <ActorIcon size={18} />
        </span>
      ) : (
        <Avatar name={actorText(entry, names.ofUser)} />
      )}
      <span class="avatar-badge">
        <Icon size={12} />
      </span>
    </span>
  );
}

function EntrySentence({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { timeZone } = useTimeZone();
  const { key, at, platforms, role, before } = sentenceOf(entry);
  const subject = subjectOf(entry);
  const href = resourceHref({ action: subject === entry.resource ? entry.action : 'updated', resource: subject });
  return rich(key, {
    actor: actorText(entry, names.ofUser),
    name: resourceText(subject, names.ofSubject(entry)),
    item: (content) => (href ? <Link href={href}>{content}</Link> : <span>{content}</span>),
    time: at && timeInSentence(at, timeZone),
    platforms: platforms && new Intl.ListFormat(locale()).format(platforms.map(platformName)),
    role: role && roleName(role),
    before,
    who: (content) => <strong>{content}</strong>,
  });
}
