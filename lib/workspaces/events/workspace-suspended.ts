import { isDeepStrictEqual } from 'node:util';
import type { EventModule } from '../../core/events/event-module.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import type { WorkspaceParts } from './schema-parts.ts';
import { OF_WORKSPACE, SAMPLE_WORKSPACE, workspaceEvent } from './workspace-change.ts';

/** `workspace.suspended`. */
export const workspaceSuspended = {
  ...OF_WORKSPACE,
  description:
    'A workspace was suspended, or the scope or the reason of its suspension changed. Only endpoints of the stage receive it. `data` is the workspace.',
  sample: {
    ...SAMPLE_WORKSPACE,
    status: 'suspended',
    suspension: {
      scope: 'publishing',
      reason: 'The invoice is overdue.',
      suspended_at: SAMPLE_WORKSPACE.created_at,
    },
  },
  on: 'change',
  derive: (before, after, changedAt) =>
    after?.suspension && !isDeepStrictEqual(before?.suspension, after.suspension)
      ? workspaceEvent(after, 'suspended', changedAt)
      : [],
} satisfies EventModule<Workspace, WorkspaceParts>;
