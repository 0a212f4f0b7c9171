import type { EventModule } from '../../core/events/event-module.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import type { WorkspaceParts } from './schema-parts.ts';
import { OF_WORKSPACE, workspaceEvent } from './workspace-change.ts';

/** `workspace.restored`. */
export const workspaceRestored = {
  ...OF_WORKSPACE,
  description:
    'The deletion of a workspace was withdrawn. Only endpoints of the stage receive it. `data` is the workspace.',
  on: 'change',
  derive: (before, after, changedAt) =>
    before?.deletion && after && !after.deletion ? workspaceEvent(after, 'restored', changedAt) : [],
} satisfies EventModule<Workspace, WorkspaceParts>;
