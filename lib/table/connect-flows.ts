import { secretHash } from '../crypto/bearer-secret.ts';
import { type ConnectFlow, connectFlowEndMs } from '../domain/connect/connect-flow.ts';
import { parseConnectToken } from '../domain/connect/connect-token.ts';
import type { Write } from './commit.ts';
import { load } from './read.ts';
import { keyOf } from './schema.ts';
import { versioned } from './versioned.ts';

/** Build the write of a flow: new, or after the version that was read. */
export function connectFlowWrite(before: ConnectFlow | null, after: ConnectFlow): Write {
  return versioned('ConnectFlow', before, after, {}, connectFlowEndMs(after));
}

/** Load a flow of a workspace, or null. */
export function loadConnectFlow(workspaceId: string, id: string): Promise<ConnectFlow | null> {
  return load<ConnectFlow>(keyOf('ConnectFlow', { workspace_id: workspaceId, id }));
}

/** Load the flow that has this state, or this token of its selection page; null for any other text. */
export async function loadFlowByToken(
  token: string,
  hashField: 'state_hash' | 'selection_hash',
): Promise<ConnectFlow | null> {
  const name = parseConnectToken(token);
  const flow = name && (await loadConnectFlow(name.workspace_id, name.id));
  return flow?.[hashField] === secretHash(token) ? flow : null;
}
