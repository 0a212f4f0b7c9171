import type { Permission } from '../../lib/core/api/permission.ts';
import { PLATFORM_NAMES } from './platform-names.ts';

/** Descriptions of the operation groups. */
export const TAG_DOCS: Record<string, string> = {
  auth: 'Access tokens, sign-in and passkeys.',
  content: 'Content items and their publishing status on each platform.',
  labels: 'Labels and campaigns of content items.',
  media: 'The media library. Files are inspected, and their metadata is removed.',
  templates: 'Snippets, hashtag groups, signatures, account sets, saved mentions and default options.',
  review: 'Public review pages for content items.',
  workspace: 'The workspace and its settings.',
  halts: 'Halts of publishing, and what happens to missed posts afterwards.',
  'link-rules': 'Rules that add UTM parameters to the URLs of posts.',
  imports: 'Content items from CSV files and JSON lines: check, run and undo.',
  exports: 'Files of content items, metrics and the audit log.',
  'calendar-feeds': 'Calendars of planned posts, to which calendar clients subscribe.',
  schedule: 'Schedule entries. Each entry publishes a content item on one account.',
  queues: 'Queues with weekly posting slots. A post takes the next free slot.',
  recurrences: 'Posts that repeat by a calendar rule, in rotation of their texts.',
  accounts: `Connected accounts on ${PLATFORM_NAMES}.`,
  connect: 'Connect accounts with OAuth, without handling tokens.',
  'platform-apps': 'App credentials of the workspace for the platforms.',
  sandbox: 'Posts of sandbox accounts.',
  analytics: 'Metrics reported by the platforms, aggregated by post, period and hashtag.',
  engagements: 'Report likes, comments and other engagement that the platforms do not provide.',
  inbound: 'Webhooks sent by the platforms when comments and mentions are created.',
  team: 'Members of the workspace, their roles and invitations.',
  keys: 'API keys with their own permissions, used by programs to authenticate.',
  webhooks: 'Webhook endpoints and the deliveries to them.',
  events: 'Events of the last 30 days.',
  notifications: 'Notifications of the last 90 days, and the preferences of the member.',
  payloads: 'Requests sent to your webhook endpoints. Verify them with a Standard Webhooks library.',
  audit:
    'The audit log records who changed what, when and from where. Each entry includes the hash of the preceding entry.',
  problems: 'All problem types and how to resolve them.',
  docs: 'This documentation.',
};

/** Descriptions of the permissions. A missing permission does not compile. */
export const PERMISSION_DOCS: Record<Permission, string> = {
  'content:read': 'Read content items and the schedule',
  'content:write': 'Create, update, schedule, publish and delete content items',
  'content:publish': 'Publish content items immediately, and retry failed targets',
  'content:approve': 'Approve content items',
  'schedule:read': 'Read the schedule',
  'schedule:write': 'Schedule content items and cancel schedule entries',
  'analytics:read': 'Read metrics and trends',
  'analytics:write': 'Report engagement',
  'team:read': 'Read members and invitations',
  'team:write': 'Invite and manage members',
  'webhooks:read': 'Read webhook endpoints, deliveries and events',
  'webhooks:write': 'Manage webhook endpoints and replay deliveries',
  'accounts:read': 'Read platform accounts',
  'accounts:write': 'Connect and disconnect platform accounts',
  'keys:read': 'Read API keys',
  'keys:write': 'Create, reroll and delete API keys',
  'audit:read': 'Read the audit log',
  'content:override':
    'Publish the content of another item again within the period of the duplicate guard; sessions of owners and admins only',
};
