import type { EventDraft } from '../../core/events/event-module.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { workspaceEntity } from '../../identity/entities/workspaces.ts';
import { STAGE_WORKSPACE_ID } from '../../identity/rules/stage.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { toWorkspaceView } from '../rules/workspace-details.ts';
import type { WorkspaceParts } from './schema-parts.ts';

/** The sample of an event about a workspace. */
export const SAMPLE_WORKSPACE = {
  id: 'ws_01K00000000000000000000001',
  external_id: 'customer-17',
  name: 'Example Bakery',
  status: 'active',
  suspension: null,
  delete_at: null,
  plan: 'standard',
  limits: {
    requests_per_minute: null,
    accounts: 10,
    posts_per_day: null,
    media_bytes: null,
    platform_micro_usd_per_month: null,
  },
  label: 'europe',
  metadata: { tier: 'gold' },
  created_at: SAMPLE_AT,
  version: 1,
};

/** What the events about workspaces have in common. */
export const OF_WORKSPACE = {
  schema: ({ z, WorkspaceData }: WorkspaceParts) => WorkspaceData.check(z.describe('The workspace.')),
  sample: SAMPLE_WORKSPACE,
  permission: 'workspaces:read',
  source: workspaceEntity,
  isOfStage: true,
} as const;

/** Build the event of a change of a workspace (ISO 8601). The one that has the stage keys has none. */
export function workspaceEvent(workspace: Workspace, change: string, changedAt: string): EventDraft[] {
  const { id, version } = workspace;
  if (id === STAGE_WORKSPACE_ID) return [];
  // The stream states the second. The version orders the changes within one.
  const timestamp = formatInstant(Date.parse(changedAt) + Math.min(version, 999));
  return [{ dedupKey: `${id}/${change}/${version}`, timestamp, data: toWorkspaceView(workspace), workspaceId: id }];
}

/** Return what a change of a workspace could report, without its suspension and its deletion. */
export function detailsOf(workspace: Workspace): string {
  const { status: _, suspension: __, delete_at: ___, version: ____, ...details } = toWorkspaceView(workspace);
  return JSON.stringify(details);
}
