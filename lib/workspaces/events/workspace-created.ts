import type { EventModule } from '../../core/events/event-module.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import type { WorkspaceParts } from './schema-parts.ts';
import { OF_WORKSPACE, workspaceEvent } from './workspace-change.ts';

/** `workspace.created`. */
export const workspaceCreated = {
  ...OF_WORKSPACE,
  description: 'A workspace was created. Only endpoints of the stage receive it. `data` is the workspace.',
  on: 'change',
  derive: (before, after, changedAt) =>
    before === null && after !== null ? workspaceEvent(after, 'created', changedAt) : [],
} satisfies EventModule<Workspace, WorkspaceParts>;
