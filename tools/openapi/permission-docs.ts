import type { Permission } from '../../lib/core/api/permission.ts';

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
  'workspaces:read': 'Read the workspaces and the branding of the stage; stage keys only',
  'workspaces:write':
    'Create, change, suspend and resume the workspaces of the stage, and set its branding; stage keys only',
  'stage_keys:write': 'Create, list, reroll and revoke stage keys; stage keys only',
  'content:override':
    'Publish the content of another item again within the period of the duplicate guard; sessions of owners and admins only',
};
