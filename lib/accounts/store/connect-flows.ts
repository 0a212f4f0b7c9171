import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { connectFlowEntity } from '../entities/connections.ts';
import { type ConnectFlow, connectFlowEndMs } from '../rules/connect/connect-flow.ts';
import { parseConnectToken } from '../rules/connect/connect-token.ts';

/** Build the write of a flow: new, or after the version that was read. */
export function connectFlowWrite(before: ConnectFlow | null, after: ConnectFlow): Write {
  return versioned(connectFlowEntity, before, after, {}, connectFlowEndMs(after));
}

/** Load a flow of a workspace, or null. */
export function loadConnectFlow(workspaceId: string, id: string): Promise<ConnectFlow | null> {
  return load<ConnectFlow>(keyOf(connectFlowEntity, { workspace_id: workspaceId, id }));
}

/** Load the flow that has this state, or this token of its start or selection page; null for any other text. */
export async function loadFlowByToken(
  token: string,
  hashField: 'start_hash' | 'state_hash' | 'selection_hash',
): Promise<ConnectFlow | null> {
  const name = parseConnectToken(token);
  const flow = name && (await loadConnectFlow(name.workspace_id, name.id));
  return flow?.[hashField] === secretHash(token) ? flow : null;
}
