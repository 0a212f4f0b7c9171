import { newBearerSecret } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { externalIdWrite, workspaceWrite } from '../../identity/store/workspaces.ts';
import { newCustomerWorkspace, type WorkspaceEdit } from '../rules/workspace-details.ts';
import { limitWrites } from './limit-writes.ts';

/**
 * Create the workspace of a customer, and the writes that store it. They fail when another one has its external id. `former`:
 * the one that had it and was erased.
 */
export async function createCustomerWorkspace(
  edit: WorkspaceEdit & { name: string },
  newId: (kind: IdKind) => string,
  nowMs: number,
  former: string | null = null,
): Promise<{ workspace: Workspace; writes: Write[] }> {
  const workspace = newCustomerWorkspace(edit, { id: newId('workspace'), cursor_secret: newBearerSecret() }, nowMs);
  const limited = await limitWrites(null, workspace);
  return { workspace, writes: [workspaceWrite(workspace), ...externalIdWrites(workspace, null, former), ...limited] };
}

/** Build the writes that take the external id of a workspace that had none before. */
export function externalIdWrites(
  { id, external_id }: Workspace,
  before: Workspace | null = null,
  former: string | null = null,
): Write[] {
  if (external_id === undefined || before?.external_id !== undefined) return [];
  return [externalIdWrite({ id, external_id }, former)];
}
