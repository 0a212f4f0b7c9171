import {
  AtSign,
  Bot,
  CalendarClock,
  CalendarDays,
  Cog,
  Download,
  FileText,
  Image,
  KeyRound,
  LayoutTemplate,
  Link as LinkIcon,
  LogIn,
  type LucideIcon,
  MessageSquare,
  OctagonX,
  Repeat,
  Settings,
  Tag,
  Upload,
  User,
  Webhook,
  Wrench,
} from 'lucide-preact';
import { Avatar } from '../../components/avatar.tsx';
import { type AuditEntry, actorText } from './describe.ts';
import type { Names } from './resource-names.ts';

const ICONS: Record<AuditEntry['resource']['type'], LucideIcon> = {
  workspace: Settings,
  workspace_settings: Settings,
  member: User,
  invitation: User,
  session: LogIn,
  passkey: KeyRound,
  key: KeyRound,
  content: FileText,
  label: Tag,
  account: AtSign,
  platform_app: Settings,
  endpoint: Webhook,
  delivery: Webhook,
  recovery: Webhook,
  review_comment: MessageSquare,
  media: Image,
  link_rules: LinkIcon,
  template: LayoutTemplate,
  queue: CalendarClock,
  recurrence: Repeat,
  review_link: LinkIcon,
  calendar_feed: CalendarDays,
  export: Download,
  import: Upload,
  halt: OctagonX,
};

const ACTOR_ICONS = {
  ...{ service: Cog, agent: Bot, operator: Wrench, review_link: LinkIcon, stage_key: KeyRound },
  portal: User,
};

/** The picture of the author, with the kind of the resource. */
export function EntryActor({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { type } = entry.actor;
  const ActorIcon = type === 'user' ? null : ACTOR_ICONS[type];
  const Icon = ICONS[entry.resource.type];
  return (
    <span class="portrait" aria-hidden="true">
      {ActorIcon ? (
        <span class="initials actor">
          <ActorIcon size={18} />
        </span>
      ) : (
        <Avatar name={actorText(entry, names.ofUser)} />
      )}
      <span class="portrait-badge">
        <Icon size={12} />
      </span>
    </span>
  );
}
