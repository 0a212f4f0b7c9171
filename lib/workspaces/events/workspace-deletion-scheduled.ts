import type { EventModule } from '../../core/events/event-module.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import type { WorkspaceParts } from './schema-parts.ts';
import { OF_WORKSPACE, SAMPLE_WORKSPACE, workspaceEvent } from './workspace-change.ts';

/** `workspace.deletion_scheduled`. */
export const workspaceDeletionScheduled = {
  ...OF_WORKSPACE,
  description:
    'The deletion of a workspace was requested; `delete_at` is its time. Only endpoints of the stage receive it. `data` is the workspace.',
  sample: { ...SAMPLE_WORKSPACE, status: 'deleting', delete_at: '2026-11-27T09:30:00.000Z' },
  on: 'change',
  derive: (before, after, changedAt) =>
    after?.deletion && before?.deletion?.delete_at !== after.deletion.delete_at
      ? workspaceEvent(after, 'deletion_scheduled', changedAt)
      : [],
} satisfies EventModule<Workspace, WorkspaceParts>;
