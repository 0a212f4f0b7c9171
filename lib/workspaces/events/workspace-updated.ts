import type { EventModule } from '../../core/events/event-module.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import type { WorkspaceParts } from './schema-parts.ts';
import { detailsOf, OF_WORKSPACE, workspaceEvent } from './workspace-change.ts';

/** `workspace.updated`. */
export const workspaceUpdated = {
  ...OF_WORKSPACE,
  description:
    'The name, the external id, the plan, the limits, the label or the metadata of a workspace changed. Only endpoints of the stage receive it. `data` is the workspace.',
  on: 'change',
  derive: (before, after, changedAt) =>
    before && after && detailsOf(before) !== detailsOf(after) ? workspaceEvent(after, 'updated', changedAt) : [],
} satisfies EventModule<Workspace, WorkspaceParts>;
