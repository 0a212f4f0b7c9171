import { expect } from 'vitest';
import type { Account, AccountSecrets } from '../../../lib/domain/accounts/account.ts';
import {
  applyRefreshedToken,
  connectAccount,
  decideTokenAction,
  isTokenAlive,
  needsReconnect,
  onRefreshOutcomeUnknown,
  postponeRefresh,
  REFRESH_LEASE_SECONDS,
  renewedSecrets,
  startRefresh,
} from '../../../lib/domain/accounts/account-token-lifecycle.ts';
import type { Platform } from '../../../lib/domain/platform.ts';
import { formatInstant } from '../../../lib/domain/timestamps.ts';
import { NOW_MS } from '../content/items.ts';
import { ACCOUNT_OWNER, connectedAccount, SECRETS } from './accounts.ts';

/** How a platform responds to a refresh request. `unanswered`: its outcome is unknown. */
type RefreshAnswer = 'new pair' | 'new access token' | 'refused' | 'not carried out' | 'unanswered';

/** One step in the life of an account. Indexes are taken modulo the number of elements. */
export type TokenStep =
  | { action: 'connect'; expiresIn: number | null; hasRefreshToken: boolean }
  | { action: 'look' }
  | { action: 'refuse' }
  | { action: 'answer'; index: number; answer: RefreshAnswer }
  | { action: 'die'; index: number }
  | { action: 'pass'; seconds: number };

/** Invariants of an account. Each run checks one of them. */
export const TOKEN_INVARIANTS = [
  'has two concurrent refreshes only after a lease expires, and none of a single-use token',
  'sends a single-use refresh token once, unless it was certainly not used',
  'stores the refresh token of the connection, or a newer one',
  'stores every response received within its lease, unless the account was reconnected',
  'makes no worker wait longer than a lease',
  'uses no expired token, nor a rejected one that is not refreshable',
  'needs a reconnect until it is reconnected',
  'schedules a refresh of every token that expires, and none of an account that needs a reconnect',
] as const;

export type TokenInvariant = (typeof TOKEN_INVARIANTS)[number];

/** Number of occurrences of each notable state in all runs. */
export interface TokensObserved {
  refreshes: number;
  newPairs: number;
  unchangedRefreshTokens: number;
  refused: number;
  postponed: number;
  lost: number;
  deaths: number;
  takeovers: number;
  fenced: number;
  waits: number;
  uses: number;
  usesInNeed: number;
  needs: number;
  reconnected: number;
}

/** A refresh request that was sent and not answered yet. Its worker may have crashed since. */
interface Request {
  begun: Account;
  spent: string;
  connection: number;
  leaseEndsMs: number;
  lives: boolean;
}

/**
 * An account as stored in the table, its decrypted secrets, and the pending requests. Writes are conditional
 * on the version that was read, like those of the table.
 */
interface TokenModelState {
  nowMs: number;
  platform: Platform;
  account: Account;
  secrets: Map<string, AccountSecrets>;
  requests: Request[];
  /** Refresh tokens that were sent and may have been used. */
  spent: Set<string>;
  connections: number;
  /** The latest stored refresh token; null if connected without one. */
  refreshToken: string | null;
  created: number;
  seen: TokensObserved;
  invariant: TokenInvariant;
}

function checkInvariant({ invariant }: TokenModelState, checked: TokenInvariant, check: () => void): void {
  if (invariant === checked) check();
}

/** Run an account through the steps; throws when the invariant is violated. */
export function runTokenLifecycle(
  invariant: TokenInvariant,
  platform: Platform,
  steps: TokenStep[],
  seen: TokensObserved,
): void {
  const model: TokenModelState = {
    nowMs: NOW_MS,
    platform,
    account: connectedAccount(platform, 7200),
    secrets: new Map([['sealed-1', SECRETS]]),
    requests: [],
    spent: new Set(),
    connections: 1,
    refreshToken: SECRETS.refresh_token,
    created: 1,
    seen,
    invariant,
  };
  for (const step of steps) {
    take(model, step);
    checkAccountInvariants(model);
  }
}

function take(model: TokenModelState, step: TokenStep): void {
  if (step.action === 'pass') model.nowMs += step.seconds * 1000;
  else if (step.action === 'connect') connect(model, step.expiresIn, step.hasRefreshToken);
  else if (step.action === 'look') look(model);
  else if (step.action === 'refuse') refuse(model);
  else if (step.action === 'answer') answer(model, step.index, step.answer);
  else die(model, step.index);
}

/** A user reconnects the account. */
function connect(model: TokenModelState, expiresIn: number | null, hasRefreshToken: boolean): void {
  const before = model.account;
  const sealed = seal(model, {
    access_token: `access-${++model.created}`,
    refresh_token: hasRefreshToken ? `refresh-${model.created}` : null,
    client_id: null,
    client_secret: null,
  });
  const secrets = model.secrets.get(sealed)!;
  const connection = { external_id: '1', secrets, expires_in_seconds: expiresIn, encrypted_secrets: sealed };
  if (before.status === 'needs_reconnect') model.seen.reconnected++;
  model.connections++;
  model.refreshToken = secrets.refresh_token;
  const owner = { ...ACCOUNT_OWNER, platform: model.platform };
  const account = connectAccount(before, owner, connection, model.nowMs);
  model.account = { ...account, version: before.version + 1 };
}

function seal(model: TokenModelState, secrets: AccountSecrets): string {
  const sealed = `sealed-${++model.created}`;
  model.secrets.set(sealed, secrets);
  return sealed;
}

/** A worker needs the token, and first performs the action that is due. */
function look(model: TokenModelState): void {
  const { account, nowMs } = model;
  const verdict = decideTokenAction(account, nowMs);
  if (verdict.action === 'refresh') begin(model);
  else if (verdict.action === 'use') use(model);
  else if (verdict.action === 'wait' || verdict.action === 'later') model.seen.waits++;
  else if (account.status === 'connected') write(model, account, needsReconnect(account, verdict.reason, nowMs));
}

function use(model: TokenModelState): void {
  const { account, nowMs, seen } = model;
  checkInvariant(model, 'uses no expired token, nor a rejected one that is not refreshable', () => {
    expect(isTokenAlive(account, nowMs)).toBe(true);
    expect(account.token_expires_at ?? '9999').toSatisfy((end: string) => end > formatInstant(nowMs));
    expect(['token_refused', 'unreadable']).not.toContain(account.reconnect_reason);
  });
  seen.uses++;
  if (account.status === 'needs_reconnect') seen.usesInNeed++;
}

/** The platform rejects the token that a worker used. */
function refuse(model: TokenModelState): void {
  const { account, nowMs } = model;
  if (account.refresh_lease) look(model);
  else if (account.status === 'connected' && account.is_refreshable) begin(model);
  else write(model, account, needsReconnect(account, 'token_refused', nowMs));
}

function begin(model: TokenModelState): void {
  const { account, secrets, platform, nowMs, connections, requests } = model;
  const isSingleUse = platform === 'twitter';
  const { refresh_token, access_token } = secrets.get(account.encrypted_secrets!)!;
  const spent = platform === 'instagram' ? access_token : refresh_token!;
  const earlier = requests.filter(({ connection }) => connection === connections);
  checkInvariant(
    model,
    'has two concurrent refreshes only after a lease expires, and none of a single-use token',
    () => {
      if (earlier.length > 0) expect(isSingleUse).toBe(false);
      for (const { leaseEndsMs } of earlier) expect(nowMs).toBeGreaterThanOrEqual(leaseEndsMs);
    },
  );
  checkInvariant(model, 'sends a single-use refresh token once, unless it was certainly not used', () => {
    if (isSingleUse) expect(model.spent).not.toContain(spent);
  });
  model.spent.add(spent);
  const begun = write(model, account, startRefresh(account, `rfr_${++model.created}`, nowMs))!;
  const leaseEndsMs = nowMs + REFRESH_LEASE_SECONDS * 1000;
  requests.push({ begun, spent, connection: connections, leaseEndsMs, lives: true });
  model.seen.refreshes++;
  if (earlier.length > 0) model.seen.takeovers++;
}

/** A request is answered, and its worker stores the result unless the account has changed since. */
function answer(model: TokenModelState, index: number, response: RefreshAnswer): void {
  const waiting = model.requests.filter(({ lives }) => lives);
  const request = waiting[index % (waiting.length || 1)];
  if (!request) return;
  model.requests.splice(model.requests.indexOf(request), 1);
  if (response === 'not carried out' || response === 'new access token') model.spent.delete(request.spent);
  const after = write(model, request.begun, following(model, request.begun, response));
  checkInvariant(model, 'stores every response received within its lease, unless the account was reconnected', () => {
    if (model.nowMs < request.leaseEndsMs && request.connection === model.connections) {
      expect(after).not.toBeNull();
    }
  });
  if (after && response === 'new pair') model.refreshToken = model.secrets.get(after.encrypted_secrets!)!.refresh_token;
  if (!after) model.seen.fenced++;
  else if (response === 'new pair') model.seen.newPairs++;
  else if (response === 'new access token') model.seen.unchangedRefreshTokens++;
  else if (response === 'refused') model.seen.refused++;
  else if (after.status === 'needs_reconnect') model.seen.lost++;
  else model.seen.postponed++;
}

function following(model: TokenModelState, begun: Account, response: RefreshAnswer): Account {
  const { nowMs, secrets } = model;
  if (response === 'refused') return needsReconnect(begun, 'refresh_refused', nowMs);
  if (response === 'unanswered') return onRefreshOutcomeUnknown(begun, nowMs);
  if (response === 'not carried out') return postponeRefresh(begun, nowMs);
  const refreshToken = response === 'new pair' ? `refresh-${++model.created}` : null;
  const token = { accessToken: `access-${++model.created}`, refreshToken };
  const sealed = seal(model, renewedSecrets(secrets.get(begun.encrypted_secrets!)!, token));
  return applyRefreshedToken(begun, { encrypted_secrets: sealed, expiresInSeconds: 7200 }, nowMs);
}

/** A worker crashes: its request may still be processed, but no response is received. */
function die(model: TokenModelState, index: number): void {
  const living = model.requests.filter(({ lives }) => lives);
  const request = living[index % (living.length || 1)];
  if (!request) return;
  request.lives = false;
  model.seen.deaths++;
}

/** Write an account; null if it has changed concurrently since `before` was read. */
function write(model: TokenModelState, before: Account, after: Account): Account | null {
  if (model.account.version !== before.version) return null;
  checkInvariant(model, 'needs a reconnect until it is reconnected', () => {
    if (before.status === 'needs_reconnect') expect(after.status).toBe('needs_reconnect');
  });
  if (before.status === 'connected' && after.status === 'needs_reconnect') model.seen.needs++;
  model.account = { ...after, version: before.version + 1 };
  return model.account;
}

/** Check the invariants that hold after every step. */
function checkAccountInvariants(model: TokenModelState): void {
  const { account, nowMs } = model;
  checkInvariant(model, 'stores the refresh token of the connection, or a newer one', () => {
    expect(model.secrets.get(account.encrypted_secrets!)?.refresh_token).toBe(model.refreshToken);
  });
  checkInvariant(model, 'makes no worker wait longer than a lease', () =>
    expect(decideTokenAction(account, nowMs + REFRESH_LEASE_SECONDS * 1000).action).not.toBe('wait'),
  );
  checkInvariant(
    model,
    'schedules a refresh of every token that expires, and none of an account that needs a reconnect',
    () => {
      const wanted = account.status === 'connected' && (account.token_expires_at ?? account.refresh_lease) !== null;
      if (account.status === 'needs_reconnect') expect(account.refresh_at).toBeNull();
      if (wanted) expect(account.refresh_at).not.toBeNull();
    },
  );
}
