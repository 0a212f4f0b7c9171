import { leaseEnd } from '../../../core/retry/lease.ts';
import { DAY_MS, formatInstant } from '../../../core/values/timestamps.ts';
import type { Platform } from '../../../platforms/platform.ts';
import { CONNECT_ERRORS, type ConnectErrorCode } from './connect-errors.ts';

/** How long a person has for the consent, and again for the choice of an account. */
const OPEN_MS = 600_000;

export const CONNECT_STATUSES = ['pending', 'selecting', 'connected', 'failed', 'expired'] as const;
export type ConnectStatus = (typeof CONNECT_STATUSES)[number];

/** An account to choose. Its secrets are encrypted; `token_expires_at` is null when unknown. */
export interface ConnectCandidate {
  external_id: string;
  name: string;
  server: string | null;
  token_expires_at: string | null;
  encrypted_secrets: string;
}

/** Who requested a connection: what its pages show to the person. */
export interface Requester {
  workspace: string;
  member: string;
  email: string;
}

/** A connection of an account that a person completes on a platform. */
export interface ConnectFlow {
  id: string;
  workspace_id: string;
  platform: Platform;
  /** Stored status. `exchanging`: a callback has claimed the flow and exchanges the code. Expiry follows from the time. */
  status: Exclude<ConnectStatus, 'expired'> | 'exchanging';
  /** The account to reconnect, or the one that was connected, and what people call the latter. */
  account_id: string | null;
  account_name: string | null;
  is_reconnect: boolean;
  redirect_uri: string;
  return_url: string | null;
  /** The person whom a product has sent, as its pages name them. Null for one of whom the caller has named nothing. */
  end_user: { display_name: string } | null;
  /** Whether it has no pages: the product has its own. Absent before the first version with such connections. */
  is_headless?: boolean;
  /** The hashes of the tokens that find the flow: on the start page, in the callback and on the selection page. */
  start_hash: string;
  state_hash: string;
  selection_hash: string | null;
  /** The hash of the cookie of the browser that continued on the start page: no other one completes the flow. */
  browser_hash: string | null;
  /** The member of the workspace who was signed in there; null for any other person. */
  browser_user_id: string | null;
  requester: Requester;
  /** The encrypted URL of the consent page and the values that the connector needs in the callback; null after it. */
  encrypted_pending: string | null;
  /** The claim of the callback that exchanges the code. Absent before. */
  claim_id?: string;
  candidates: ConnectCandidate[];
  error: { code: ConnectErrorCode; message: string } | null;
  /** The caller who requested the connection, and is the actor of what it changes. */
  user_id: string;
  client_id: string;
  created_at: string;
  /** Until when the person can continue; of an exchange, when it has certainly ended. */
  expires_at: string;
  version: number;
}

/** Create a flow that waits for the consent of a person. */
export function newConnectFlow(
  input: Pick<
    ConnectFlow,
    'platform' | 'account_id' | 'redirect_uri' | 'return_url' | 'end_user' | 'is_headless' | 'requester'
  >,
  owner: Pick<ConnectFlow, 'id' | 'workspace_id' | 'user_id' | 'client_id'>,
  secrets: Pick<ConnectFlow, 'start_hash' | 'state_hash' | 'encrypted_pending'>,
  nowMs: number,
): ConnectFlow {
  return {
    ...owner,
    ...input,
    ...secrets,
    status: 'pending',
    account_name: null,
    is_reconnect: input.account_id !== null,
    selection_hash: null,
    browser_hash: null,
    browser_user_id: null,
    candidates: [],
    error: null,
    created_at: formatInstant(nowMs),
    expires_at: formatInstant(nowMs + OPEN_MS),
    version: 0,
  };
}

/** Bind the flow to the browser that continued on the start page. `userId`: the member who is signed in there. */
export function bindBrowser(flow: ConnectFlow, browserHash: string, userId: string | null): ConnectFlow {
  return { ...flow, browser_hash: browserHash, browser_user_id: userId };
}

/**
 * Return whether a caller may select the account by a request: the member who went through the consent, or of a headless
 * connection the product to whose page the browser of the person has brought the token (`tokenHash`, null for none).
 */
export function maySelectByRequest(flow: ConnectFlow, userId: string, tokenHash: string | null): boolean {
  return (
    flow.browser_user_id === userId ||
    (flow.is_headless === true && tokenHash !== null && tokenHash === flow.selection_hash)
  );
}

/** Return the status as the API shows it. A claimed flow is pending until its exchange has certainly ended. */
export function connectStatus(flow: ConnectFlow, nowMs: number): ConnectStatus {
  const hasEnded = Date.parse(flow.expires_at) <= nowMs;
  if (flow.status === 'exchanging') return hasEnded ? 'failed' : 'pending';
  const isOpen = flow.status === 'pending' || flow.status === 'selecting';
  return isOpen && hasEnded ? 'expired' : (flow.status as ConnectStatus);
}

/** Return the error as the API shows it; null while there is none. */
export function connectError(flow: ConnectFlow, nowMs: number): ConnectFlow['error'] {
  const status = connectStatus(flow, nowMs);
  if (status === 'expired') return { code: 'expired', message: CONNECT_ERRORS.expired.message };
  if (status !== 'failed' || flow.error) return flow.error;
  return { code: 'response_lost', message: CONNECT_ERRORS.response_lost.message };
}

/**
 * Claim the flow for one exchange of its code. The values for the connector are removed, because they are used once.
 * `claimId` tells two claims of the same time apart.
 */
export function claimConnectFlow(flow: ConnectFlow, claimId: string, nowMs: number): ConnectFlow {
  const claimed = { status: 'exchanging', encrypted_pending: null, claim_id: claimId } as const;
  return { ...flow, ...claimed, expires_at: leaseEnd('codeExchange', nowMs) };
}

/** End the flow without an account. `message` is that of the code where the platform gave none. */
export function failConnectFlow(flow: ConnectFlow, code: ConnectErrorCode, message?: string): ConnectFlow {
  const error = { code, message: message ?? CONNECT_ERRORS[code].message };
  return { ...flow, status: 'failed', error, candidates: [], encrypted_pending: null };
}

/** Let the person choose one of several accounts, for ten minutes, with a token of its own. */
export function offerAccounts(
  flow: ConnectFlow,
  candidates: ConnectCandidate[],
  selectionHash: string,
  nowMs: number,
): ConnectFlow {
  const expires_at = formatInstant(nowMs + OPEN_MS);
  return { ...flow, status: 'selecting', candidates, selection_hash: selectionHash, expires_at };
}

/** End the flow with its account, and delete what was only needed to choose it. */
export function completeConnectFlow(flow: ConnectFlow, account: { id: string; name: string }): ConnectFlow {
  const connected = { status: 'connected', account_id: account.id, account_name: account.name } as const;
  return { ...flow, ...connected, candidates: [], encrypted_pending: null };
}

/** Return when the item of a flow may be deleted, as epoch milliseconds: its result is shown for a day. */
export function connectFlowEndMs({ created_at }: ConnectFlow): number {
  return Date.parse(created_at) + DAY_MS;
}
