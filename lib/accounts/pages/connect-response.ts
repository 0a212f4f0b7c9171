import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import type { Account } from '../rules/account.ts';
import { type ConnectFlow, connectError, connectStatus, maySelectByRequest } from '../rules/connect/connect-flow.ts';
import { accountResponse } from '../steps/account-response.ts';

/**
 * Build the response view of a flow: without its secrets, and with the account that it has connected. Only a caller who
 * may select one sees the accounts that it offers.
 */
export async function connectResponse(
  context: RequestContext,
  flow: ConnectFlow,
  account: Account | null,
  nowMs: number,
  selectionToken?: string,
): Promise<Record<string, unknown>> {
  const { id, platform, candidates, created_at, expires_at } = flow;
  const status = connectStatus(flow, nowMs);
  const isOffered =
    status === 'selecting' && maySelectByRequest(flow, context.caller!.userId, selectionHash(selectionToken));
  const offered = isOffered ? candidates.map(({ external_id, name }) => ({ external_id, name })) : [];
  return {
    id,
    platform,
    status,
    account: account && (await accountResponse(context, account, nowMs)),
    accounts: offered,
    error: connectError(flow, nowMs),
    created_at,
    expires_at,
  };
}

/** Return the hash of a token of a selection; null for none. */
export function selectionHash(token: string | undefined): string | null {
  return token === undefined ? null : secretHash(token);
}
