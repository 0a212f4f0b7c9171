import type { ComponentType } from 'preact';
import { lazy } from 'preact/compat';
import type { Permission } from './api/session.ts';

export interface ScreenProps {
  params: Record<string, string | undefined>;
}

/** A screen of the dashboard: its path after `/app/#`, its title, and whether the navigation lists it. */
export interface Screen {
  path: string;
  title: string;
  isInNavigation: boolean;
  /** The permission without which the navigation leaves the screen out. Null for a screen of the account. */
  permission: Permission | null;
  component: ComponentType<ScreenProps>;
}

// Each screen is loaded when it is opened. The first match is shown.
// biome-ignore format: one screen per line is what makes it a table.
export const SCREENS: Screen[] = [
  screen('/', 'Calendar', 'schedule:read', () => import('./screens/calendar/calendar.tsx')),
  screen('/compose', 'Compose', 'content:write', () => import('./screens/composer/composer.tsx')),
  screen('/compose/:id', 'Edit post', 'content:write', () => import('./screens/composer/composer.tsx')),
  screen('/posts', 'Posts', 'content:read', () => import('./screens/posts/posts.tsx')),
  screen('/posts/:id', 'Post', 'content:read', () => import('./screens/posts/post.tsx')),
  screen('/approvals', 'Approvals', 'content:read', () => import('./screens/approvals/approvals.tsx')),
  screen('/analytics', 'Analytics', 'analytics:read', () => import('./screens/analytics/analytics.tsx')),
  screen('/accounts', 'Accounts', 'accounts:read', () => import('./screens/accounts/accounts.tsx')),
  screen('/webhooks', 'Webhooks', 'webhooks:read', () => import('./screens/webhooks/webhooks.tsx')),
  screen('/webhooks/:id', 'Webhook', 'webhooks:read', () => import('./screens/webhooks/webhook.tsx')),
  screen('/keys', 'API keys', 'keys:read', () => import('./screens/keys/keys.tsx')),
  screen('/team', 'Team', 'team:read', () => import('./screens/team/team.tsx')),
  screen('/notifications', 'Notifications', null, () => import('./screens/notifications/notifications.tsx')),
  screen('/passkeys', 'Passkeys', null, () => import('./screens/passkeys/passkeys.tsx')),
  screen('/sessions', 'Sessions', null, () => import('./screens/sessions/sessions.tsx')),
  screen('/audit', 'Audit log', 'audit:read', () => import('./screens/audit/audit.tsx')),
];

type Loader = () => Promise<{ default: ComponentType<ScreenProps> }>;

function screen(path: string, title: string, permission: Permission | null, load: Loader): Screen {
  return { path, title, permission, isInNavigation: permission !== null && !path.includes(':'), component: lazy(load) };
}
