import { ApiError } from '../../core/problems/define-problem.ts';
import type { Write } from '../../core/table/commit.ts';
import { workspaceLimitReached } from '../../identity/problems.ts';
import type { GrantedAccount } from '../../platforms/kit/oauth-connector.ts';
import type { Account } from '../rules/account.ts';
import type { ConnectErrorCode } from '../rules/connect/connect-errors.ts';
import { type ConnectFlow, completeConnectFlow, failConnectFlow } from '../rules/connect/connect-flow.ts';
import { loadAccount } from '../store/accounts.ts';
import { connectFlowWrite } from '../store/connect-flows.ts';
import { connectPlatformAccount } from './connect-account.ts';

/** The end of a flow: its account, or null after a failure, and the writes that store both in one transaction. */
export type ConnectionEnd = { flow: ConnectFlow; account: Account | null; writes: Write[] };

/** End a flow with an error, and nothing else. */
export function failConnection(before: ConnectFlow, code: ConnectErrorCode, message?: string): ConnectionEnd {
  const flow = failConnectFlow(before, code, message);
  return { flow, account: null, writes: [connectFlowWrite(before, flow)] };
}

/** Find the account to reconnect: undefined when the flow has none, null when it was deleted. */
export async function accountToReconnect(flow: ConnectFlow): Promise<Account | null | undefined> {
  if (!flow.is_reconnect || flow.account_id === null) return undefined;
  return loadAccount(flow.workspace_id, flow.account_id);
}

/** End a flow with the account that the person has granted. A reconnected account keeps its id. */
export async function connectGranted(
  before: ConnectFlow,
  granted: GrantedAccount,
  newAccountId: string,
  nowMs: number,
): Promise<ConnectionEnd> {
  const { externalId: external_id, name, handle = null, server, secrets, expiresInSeconds } = granted;
  const { platform } = before;
  const identity = { platform, external_id, platform_name: name, handle, server };
  const input = { ...identity, secrets, expires_in_seconds: expiresInSeconds };
  const known = await accountToReconnect(before);
  if (known === null) return failConnection(before, 'account_deleted');
  if (known && known.external_id !== external_id) return failConnection(before, 'other_account');
  const connected = await connectWithinLimit(before.workspace_id, input, newAccountId, nowMs);
  if (!connected) return failConnection(before, 'limit_reached');
  const { account, writes } = connected;
  // The account was deleted, and perhaps connected again, since it was found.
  if (known && known.id !== account.id) return failConnection(before, 'account_deleted');
  const flow = completeConnectFlow(before, { id: account.id, name: granted.name });
  return { flow, account, writes: [...writes, connectFlowWrite(before, flow)] };
}

/** Connect an account as `connectPlatformAccount` does, or return null beyond the limit of accounts. */
async function connectWithinLimit(...terms: Parameters<typeof connectPlatformAccount>) {
  try {
    return await connectPlatformAccount(...terms);
  } catch (error) {
    if (error instanceof ApiError && error.code === workspaceLimitReached.code) return null;
    throw error;
  }
}
