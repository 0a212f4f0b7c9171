import { randomUUID } from 'node:crypto';
import { newBearerSecret, secretHash } from '../../core/crypto/bearer-secret.ts';
import { log } from '../../core/observability/log.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retry } from '../../core/retry/retry.ts';
import type { AuditStamp } from '../../core/table/audit-stamp.ts';
import { withActor } from '../../core/table/audit-stamps-and-tombstones.ts';
import { commit, tryCommit } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { CONNECTORS } from '../../platforms/adapters.ts';
import type { ExchangeOutcome, GrantedAccount } from '../../platforms/kit/oauth-connector.ts';
import { getAppCredentials } from '../credentials/app-credentials.ts';
import { decryptPending, encryptCandidate } from '../credentials/connect-secrets.ts';
import { connectorConnection } from '../credentials/connector-connection.ts';
import type { ConnectErrorCode } from '../rules/connect/connect-errors.ts';
import { type ConnectFlow, claimConnectFlow, offerAccounts } from '../rules/connect/connect-flow.ts';
import { formatConnectToken } from '../rules/connect/connect-token.ts';
import { connectFlowWrite, loadConnectFlow } from '../store/connect-flows.ts';
import { mayStillConnect } from './connect-requester.ts';
import { accountToReconnect, type ConnectionEnd, connectGranted, failConnection } from './finish-connection.ts';

/** The query parameters of an OAuth callback. */
export type CallbackParameters = Record<string, string>;

/** The end of a flow, or with the status `selecting` its accounts and the token of the selection page. */
type CallbackResult = ConnectionEnd & { selectionToken?: string };

/** Who is recorded for the change, and the id of the account if it is new. */
type CompletionOptions = { newAccountId: string; actor: AuditStamp; nowMs: number };

// X and Instagram send the first, LinkedIn one of the others.
const DENIALS = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'];

const CODE_OF: Record<Exclude<ExchangeOutcome['outcome'], 'granted'>, ConnectErrorCode> = {
  no_account: 'no_account',
  missing_scopes: 'missing_scopes',
  rejected: 'code_refused',
  unknown: 'response_lost',
};

/**
 * Complete an open flow and commit its result. The code is exchanged at most once, after a claim of the flow that only
 * one callback can make. Returns null when another callback was first.
 */
export async function completeConnection(
  open: ConnectFlow,
  parameters: CallbackParameters,
  options: CompletionOptions,
): Promise<CallbackResult | null> {
  const rejection = await findRejection(open, parameters, options.nowMs);
  if (rejection) return commitFailure(open, rejection);
  // Read before the claim, so that a failure leaves the flow open.
  const { workspace_id, platform, redirect_uri: redirectUri } = open;
  const [app, { values: pending }] = await Promise.all([
    getAppCredentials(workspace_id, platform, redirectUri),
    decryptPending(open),
  ]);
  const connector = CONNECTORS[platform];
  if (!app || !connector) return commitFailure(open, 'app_missing');
  const claimed = await claim(open, options.nowMs);
  if (!claimed) return null;
  const { state = '', code = '' } = parameters;
  const connection = connectorConnection(platform);
  const outcome = await connector.exchange({ app, redirectUri, state, connection, code, parameters, pending });
  return commitOutcome(claimed, outcome, options);
}

/** Find why the code is not exchanged: there is none, or the caller may no longer connect accounts. */
async function findRejection(open: ConnectFlow, { code, error }: CallbackParameters, nowMs: number) {
  if (error !== undefined) return DENIALS.includes(error) ? 'access_denied' : 'platform_error';
  if (!code) return 'platform_error';
  return (await mayStillConnect(open, nowMs)) ? null : 'requester_revoked';
}

async function commitFailure(flow: ConnectFlow, code: ConnectErrorCode): Promise<CallbackResult | null> {
  const end = failConnection(flow, code);
  return (await tryCommit(end.writes)) ? end : null;
}

async function claim(open: ConnectFlow, nowMs: number): Promise<ConnectFlow | null> {
  // Two claims in one millisecond must differ: the table takes an equal item for a repeated write.
  const claimed = claimConnectFlow(open, randomUUID(), nowMs);
  return (await tryCommit([connectFlowWrite(open, claimed)])) ? { ...claimed, version: open.version + 1 } : null;
}

/**
 * Commit what an exchange has granted, after any error again: the new tokens exist only here. When that is impossible,
 * nothing is connected, and the flow says so.
 */
async function commitOutcome(flow: ConnectFlow, outcome: ExchangeOutcome, options: CompletionOptions) {
  const selectionToken = formatConnectToken(flow, newBearerSecret());
  const save = async (attempt: number): Promise<CallbackResult> => {
    const stored = attempt === 1 ? flow : await loadConnectFlow(flow.workspace_id, flow.id);
    // The response to the write of an earlier attempt was lost.
    if (stored && stored.version > flow.version) return { flow: stored, account: null, writes: [], selectionToken };
    const end = await applyOutcome(flow, outcome, selectionToken, options);
    await commit(withActor(end.writes, options.actor));
    return { ...end, selectionToken };
  };
  try {
    return await retry(RETRY_POLICIES.refreshedToken, save, () => true);
  } catch (error) {
    log.error('connection not stored', { workspace_id: flow.workspace_id, connect_id: flow.id, error: error as Error });
    return commitFailure(flow, 'response_lost');
  }
}

/** Connect the only account, offer several, or end the flow with the reason. */
async function applyOutcome(
  flow: ConnectFlow,
  outcome: ExchangeOutcome,
  selectionToken: string,
  { newAccountId, nowMs }: CompletionOptions,
): Promise<ConnectionEnd> {
  if (outcome.outcome !== 'granted') return failConnection(flow, CODE_OF[outcome.outcome], outcome.error.message);
  const known = await accountToReconnect(flow);
  if (known === null) return failConnection(flow, 'account_deleted');
  const accounts = outcome.accounts.filter(({ externalId }) => !known || externalId === known.external_id);
  const [first, second] = accounts;
  if (!first) return failConnection(flow, known ? 'other_account' : 'no_account');
  return second ? offer(flow, accounts, selectionToken, nowMs) : connectGranted(flow, first, newAccountId, nowMs);
}

async function offer(
  flow: ConnectFlow,
  accounts: GrantedAccount[],
  selectionToken: string,
  nowMs: number,
): Promise<ConnectionEnd> {
  const candidates = accounts.map(async ({ externalId, name, server, secrets, expiresInSeconds }) => ({
    external_id: externalId,
    name,
    server,
    token_expires_at: expiresInSeconds === null ? null : formatInstant(nowMs + expiresInSeconds * 1000),
    encrypted_secrets: await encryptCandidate(secrets, flow),
  }));
  const offered = offerAccounts(flow, await Promise.all(candidates), secretHash(selectionToken), nowMs);
  return { flow: offered, account: null, writes: [connectFlowWrite(flow, offered)] };
}
