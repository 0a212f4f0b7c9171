import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { workspaceDeletionEntity } from '../entities/workspace-deletions.ts';
import { toDeletionView, type WorkspaceDeletion } from '../rules/workspace-deletion.ts';
import type { WorkspaceParts } from './schema-parts.ts';
import { OF_WORKSPACE, SAMPLE_WORKSPACE } from './workspace-change.ts';

/** `workspace.deleted`. */
export const workspaceDeleted = {
  description:
    'A workspace was deleted. Only endpoints of the stage receive it. `data` is the certificate, which remains with this event; the other events about the workspace are deleted with it.',
  schema: ({ z, DeletionData }: WorkspaceParts) => DeletionData.check(z.describe('The certificate of the deletion.')),
  sample: {
    workspace_id: SAMPLE_WORKSPACE.id,
    external_id: SAMPLE_WORKSPACE.external_id,
    status: 'finished',
    requested_at: SAMPLE_AT,
    requested_by: 'skey_01K00000000000000000000000',
    delete_at: '2026-11-27T09:30:00.000Z',
    started_at: '2026-11-27T09:32:00.000Z',
    deleted_at: '2026-11-27T09:41:00.000Z',
    counts: {
      ...{ items: 4210, audit_entries: 812, schedules: 31, files: 96, bytes: 48210332 },
      ...{ accounts: 3, accounts_not_disconnected: 1 },
    },
  },
  permission: OF_WORKSPACE.permission,
  source: workspaceDeletionEntity,
  isOfStage: true,
  outlives: true,
  on: 'write',
  derive: (before, after) => {
    const { id, status, deleted_at } = after;
    if (status !== 'finished' || before?.status === 'finished') return [];
    return [{ dedupKey: `${id}/deleted`, timestamp: deleted_at!, data: { ...toDeletionView(after) }, workspaceId: id }];
  },
} satisfies EventModule<WorkspaceDeletion, WorkspaceParts>;
