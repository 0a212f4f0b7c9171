import {
  AtSign,
  Blocks,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  CircleCheckBig,
  Download,
  FileText,
  Images,
  KeyRound,
  LayoutTemplate,
  Link2,
  type LucideIcon,
  Repeat,
  ScrollText,
  SquarePen,
  Upload,
  Users,
  Webhook,
} from 'lucide-preact';
import type { ComponentType } from 'preact';
import { lazy } from 'preact/compat';
import type { Permission, Session } from './api/session.ts';
import type { TextKey } from './language/texts.ts';
import type { ScreenProps } from './screen-props.ts';

/** A screen that the navigation lists: its icon, and the key that opens it after `g`. */
interface Listed {
  icon: LucideIcon;
  key: string;
}

/** A screen of the dashboard: its path after `/app/#`, its title, and how the navigation lists it, if it does. */
export interface Screen {
  path: string;
  title: TextKey;
  /** The permission without which the navigation leaves the screen out. Null for a screen that every member may open. */
  permission: Permission | null;
  listed: Listed | null;
  component: ComponentType<ScreenProps>;
}

// Each screen is loaded when it is opened. The first match is shown.
// biome-ignore format: one screen per line is what makes it a table.
export const SCREENS: Screen[] = [
  screen('/compose', 'words.compose', 'content:write', () => import('./screens/composer/composer.tsx'), { icon: SquarePen, key: 'n' }),
  screen('/compose/:id', 'layout.editPost', 'content:write', () => import('./screens/composer/composer.tsx')),
  screen('/', 'words.calendar', 'schedule:read', () => import('./screens/calendar/calendar.tsx'), { icon: CalendarDays, key: 'c' }),
  screen('/queues', 'queues.title', 'schedule:read', () => import('./screens/queues/queues.tsx'), { icon: CalendarClock, key: 'q' }),
  screen('/queues/:id', 'words.queue', 'schedule:read', () => import('./screens/queues/queue.tsx')),
  screen('/recurrences', 'recurrences.title', 'content:read', () => import('./screens/recurrences/recurrences.tsx'), { icon: Repeat, key: 'r' }),
  screen('/recurrences/:id', 'recurrences.recurrence', 'content:read', () => import('./screens/recurrences/recurrence.tsx')),
  screen('/posts', 'words.posts', 'content:read', () => import('./screens/posts/posts.tsx'), { icon: FileText, key: 'p' }),
  screen('/posts/:id', 'words.post', 'content:read', () => import('./screens/posts/post.tsx')),
  screen('/labels', 'labels.title', 'content:read', () => import('./screens/labels/labels.tsx')),
  screen('/media', 'words.media', 'content:read', () => import('./screens/media/media.tsx'), { icon: Images, key: 'm' }),
  screen('/templates', 'layout.templates', 'content:read', () => import('./screens/templates/templates.tsx'), { icon: LayoutTemplate, key: 'e' }),
  screen('/approvals', 'words.approvals', 'content:read', () => import('./screens/approvals/approvals.tsx'), { icon: CircleCheckBig, key: 'a' }),
  screen('/analytics', 'words.analytics', 'analytics:read', () => import('./screens/analytics/analytics.tsx'), { icon: ChartColumn, key: 's' }),
  screen('/links', 'links.title', 'content:read', () => import('./screens/links/links.tsx'), { icon: Link2, key: 'u' }),
  screen('/accounts', 'words.accounts', 'accounts:read', () => import('./screens/accounts/accounts.tsx'), { icon: AtSign, key: 'o' }),
  screen('/webhooks', 'words.webhooks', 'webhooks:read', () => import('./screens/webhooks/webhooks.tsx'), { icon: Webhook, key: 'w' }),
  screen('/webhooks/:id', 'layout.webhook', 'webhooks:read', () => import('./screens/webhooks/webhook.tsx')),
  screen('/keys', 'words.apiKeys', 'keys:read', () => import('./screens/keys/keys.tsx'), { icon: KeyRound, key: 'k' }),
  screen('/applications', 'applications.title', null, () => import('./screens/applications/applications.tsx'), { icon: Blocks, key: 'i' }),
  screen('/team', 'words.team', 'team:read', () => import('./screens/team/team.tsx'), { icon: Users, key: 't' }),
  screen('/audit', 'words.auditLog', 'audit:read', () => import('./screens/audit/audit.tsx'), { icon: ScrollText, key: 'l' }),
  screen('/imports', 'imports.title', 'content:read', () => import('./screens/imports/imports.tsx'), { icon: Upload, key: 'b' }),
  screen('/imports/:id', 'imports.unnamed', 'content:read', () => import('./screens/imports/import.tsx')),
  screen('/exports', 'exports.title', 'content:read', () => import('./screens/exports/exports.tsx'), { icon: Download, key: 'x' }),
  screen('/notifications', 'notifications.title', null, () => import('./screens/notifications/notifications.tsx')),
  screen('/passkeys', 'words.passkeys', null, () => import('./screens/passkeys/passkeys.tsx')),
  screen('/sessions', 'words.sessions', null, () => import('./screens/sessions/sessions.tsx')),
  screen('/device', 'device.title', null, () => import('./screens/device/device.tsx')),
  screen('/authorize', 'authorize.title', null, () => import('./screens/authorize/authorize.tsx')),
];

/** A screen that the navigation lists for a member. */
export type ListedScreen = Screen & { listed: Listed };

/** The screens of a portal, whose requests are open to it. Others are of those who set up a workspace. */
// biome-ignore format: one line of screens, and one of those that they open.
const IN_PORTAL = [
  '/compose', '/', '/posts', '/media', '/approvals', '/analytics', '/accounts',
  '/compose/:id', '/posts/:id',
];

/** Return the screens that a member can open, or a person in a portal. A link leads there with or without a permission. */
export function openScreens({ portal }: Pick<Session, 'portal'>): Screen[] {
  return SCREENS.filter(({ path }) => !portal || IN_PORTAL.includes(path));
}

/** Return the screens that the navigation lists for a member with these permissions, or for a person in a portal. */
export function listedScreens(session: Pick<Session, 'permissions' | 'portal'>): ListedScreen[] {
  return openScreens(session).filter(
    (each): each is ListedScreen =>
      each.listed !== null && (each.permission === null || session.permissions.includes(each.permission)),
  );
}

type Loader = () => Promise<{ default: ComponentType<ScreenProps> }>;

function screen(
  path: string,
  title: TextKey,
  permission: Permission | null,
  load: Loader,
  listed: Listed | null = null,
): Screen {
  return { path, title, permission, listed, component: lazy(load) };
}
