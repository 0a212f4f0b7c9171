import type { EventModule } from '../../core/events/event-module.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import type { WorkspaceParts } from './schema-parts.ts';
import { OF_WORKSPACE, workspaceEvent } from './workspace-change.ts';

/** `workspace.resumed`. */
export const workspaceResumed = {
  ...OF_WORKSPACE,
  description: 'The suspension of a workspace ended. Only endpoints of the stage receive it. `data` is the workspace.',
  on: 'change',
  derive: (before, after, changedAt) =>
    before?.suspension && after && !after.suspension ? workspaceEvent(after, 'resumed', changedAt) : [],
} satisfies EventModule<Workspace, WorkspaceParts>;
