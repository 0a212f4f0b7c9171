import type { Write } from '../../core/table/commit.ts';
import { haltBy, newHalt, STAGE } from '../../halts/rules/halt.ts';
import { haltWrites } from '../../halts/store/halts.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { deletionOf, isDeleting, scheduleDeletion } from '../rules/workspace-deletion.ts';
import { deletionWrite, loadDeletion } from '../store/workspace-deletions.ts';
import { changeWorkspace } from './workspace-response.ts';

const HALT_REASON = 'The workspace is being deleted.';

/** Who requests a deletion, and the id of the halt that it makes. */
interface Request {
  requestedBy: string;
  haltId: string;
}

/**
 * Schedule the deletion of a workspace after so many days, and halt its publishing. Returns the workspace after it, with the
 * writes, or null when its deletion is due then or earlier.
 */
export async function scheduledDeletion(
  before: Workspace,
  days: number,
  { requestedBy, haltId }: Request,
  nowMs: number,
): Promise<{ after: Workspace; writes: Write[] } | null> {
  const scheduled = scheduleDeletion(before, days, requestedBy, nowMs);
  if (scheduled === before || !isDeleting(scheduled)) return null;
  const { after, write } = changeWorkspace(before, scheduled);
  const [stored, settings] = await Promise.all([loadDeletion(before.id), loadWorkspaceSettings(before.id)]);
  const owner = { id: haltId, workspace_id: before.id, created_by: STAGE };
  // That of a suspension stops the posts too.
  const halted = haltBy(STAGE, settings)
    ? []
    : haltWrites(settings, newHalt({ scope: 'workspace', reason: HALT_REASON }, owner, nowMs));
  return { after, writes: [write, deletionWrite(stored, deletionOf(after)), ...halted] };
}
