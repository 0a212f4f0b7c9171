import { expect } from 'vitest';
import type { Account } from '../../../lib/accounts/rules/account.ts';
import {
  connectAccount,
  decideRejectionAction,
  decideTokenAction,
  expireRejectedToken,
  finishRefresh,
  isTokenAlive,
  needsReconnect,
  type RefreshResult,
  recordRejection,
  renewedSecrets,
  startRefresh,
} from '../../../lib/accounts/rules/account-token-lifecycle.ts';
import { LEASE_SECONDS } from '../../../lib/core/retry/lease.ts';
import { formatInstant } from '../../../lib/core/values/timestamps.ts';
import type { AccountSecrets } from '../../../lib/platforms/kit/oauth-connector.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { NOW_MS } from '../../content/rules/items.ts';
import { ACCOUNT_OWNER, connectedAccount, SECRETS } from './accounts.ts';

/** How a platform responds to a refresh request. `unanswered`: its outcome is unknown. */
type RefreshAnswer = 'new pair' | 'new access token' | 'rejected' | 'not carried out' | 'unanswered';

/** One step in the life of an account. Indexes are taken modulo the number of elements. */
export type TokenStep =
  | { action: 'connect'; expiresIn: number | null; hasRefreshToken: boolean }
  | { action: 'look' }
  | { action: 'reject' }
  | { action: 'accept' }
  | { action: 'answer'; index: number; answer: RefreshAnswer }
  | { action: 'die'; index: number }
  | { action: 'pass'; seconds: number };

/** Invariants of an account. Each run checks one of them. */
export const TOKEN_INVARIANTS = [
  'has two concurrent refreshes only after a lease expires, and none of a single-use token',
  'sends a single-use refresh token once, unless it was certainly not used',
  'stores the refresh token of the connection, or a newer one',
  'stores every response received within its lease, unless the account was reconnected or has a token of another refresh',
  'stores every new single-use token, whenever it arrives, unless the account was reconnected',
  'makes no worker wait longer than a lease',
  'uses no expired token, nor a rejected one that is not refreshable',
  'needs a reconnect until it is reconnected, or a token that was believed lost arrives',
  'needs a reconnect for a rejected token only after two rejections without a success in between',
  'schedules a refresh of every token that expires, and none of an account that needs a reconnect',
] as const;

export type TokenInvariant = (typeof TOKEN_INVARIANTS)[number];

/** Number of occurrences of each notable state in all runs. */
export interface TokensObserved {
  refreshes: number;
  newPairs: number;
  unchangedRefreshTokens: number;
  rejected: number;
  postponed: number;
  lost: number;
  deaths: number;
  takeovers: number;
  fenced: number;
  waits: number;
  rejections: number;
  foundAgain: number;
  uses: number;
  usesInNeed: number;
  needs: number;
  reconnected: number;
}

/** A refresh request that was sent and not answered yet. Its worker may have crashed since. */
interface Request {
  before: Account;
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
  /** The account as the worker that used its token last has loaded it. */
  used: Account | null;
  /** Rejections of its token since the platform last accepted one, or it was connected. */
  rejections: number;
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
    secrets: new Map([['encrypted-1', SECRETS]]),
    requests: [],
    used: null,
    rejections: 0,
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
  else if (step.action === 'reject') reject(model);
  else if (step.action === 'accept') accept(model);
  else if (step.action === 'answer') answer(model, step.index, step.answer);
  else die(model, step.index);
}

/** A user reconnects the account. */
function connect(model: TokenModelState, expiresIn: number | null, hasRefreshToken: boolean): void {
  const before = model.account;
  const encrypted = encryptSecrets(model, {
    access_token: `access-${++model.created}`,
    refresh_token: hasRefreshToken ? `refresh-${model.created}` : null,
    client_id: null,
    client_secret: null,
  });
  const secrets = model.secrets.get(encrypted)!;
  const connection = { external_id: '1', secrets, expires_in_seconds: expiresIn, encrypted_secrets: encrypted };
  if (before.status === 'needs_reconnect') model.seen.reconnected++;
  model.connections++;
  model.rejections = 0;
  model.refreshToken = secrets.refresh_token;
  const owner = { ...ACCOUNT_OWNER, platform: model.platform };
  const account = connectAccount(before, owner, connection, model.nowMs);
  model.account = { ...account, version: before.version + 1 };
}

function encryptSecrets(model: TokenModelState, secrets: AccountSecrets): string {
  const encrypted = `encrypted-${++model.created}`;
  model.secrets.set(encrypted, secrets);
  return encrypted;
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
  model.used = account;
  if (account.status === 'needs_reconnect') seen.usesInNeed++;
}

/** The platform rejects the token that a worker used. Other workers may have changed the account since. */
function reject(model: TokenModelState): void {
  const { account, nowMs, used } = model;
  if (!used) return;
  if (used.encrypted_secrets === account.encrypted_secrets) model.rejections++;
  if (used.encrypted_secrets !== account.encrypted_secrets || account.refresh_lease) {
    look(model);
    return;
  }
  const next = decideRejectionAction(account, used, nowMs);
  model.seen.rejections++;
  if (next === 'refresh') begin(model, expireRejectedToken(account, nowMs));
  else if (next === 'record') write(model, account, recordRejection(account, nowMs));
  else write(model, account, needsReconnect(account, 'token_refused', nowMs));
}

/** The platform accepts the token of the account. */
function accept(model: TokenModelState): void {
  const { account, nowMs } = model;
  if (!isTokenAlive(account, nowMs)) return;
  model.rejections = 0;
  model.used = null;
  write(model, account, { ...account, token_rejected_at: null });
}

function begin(model: TokenModelState, from = model.account): void {
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
  const begun = write(model, account, startRefresh(from, `rfr_${++model.created}`, nowMs))!;
  const leaseEndsMs = nowMs + LEASE_SECONDS.tokenRefresh * 1000;
  requests.push({ before: account, begun, spent, connection: connections, leaseEndsMs, lives: true });
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
  const isReplaced = model.account.encrypted_secrets !== request.begun.encrypted_secrets;
  const after = finish(model, request, response);
  checkInvariant(
    model,
    'stores every response received within its lease, unless the account was reconnected or has a token of another refresh',
    () => {
      if (model.nowMs < request.leaseEndsMs && !isReplaced) expect(after).not.toBeNull();
    },
  );
  checkInvariant(
    model,
    'stores every new single-use token, whenever it arrives, unless the account was reconnected',
    () => {
      const isNew = response === 'new pair' || response === 'new access token';
      if (model.platform === 'twitter' && isNew && request.connection === model.connections)
        expect(after).not.toBeNull();
    },
  );
  if (after && response === 'new pair') model.refreshToken = model.secrets.get(after.encrypted_secrets!)!.refresh_token;
  if (!after) model.seen.fenced++;
  else if (response === 'new pair') model.seen.newPairs++;
  else if (response === 'new access token') model.seen.unchangedRefreshTokens++;
  else if (response === 'rejected') model.seen.rejected++;
  else if (after.status === 'needs_reconnect') model.seen.lost++;
  else model.seen.postponed++;
}

/** Store the result of a refresh; null if the account was reconnected, or another worker has taken over. */
function finish(model: TokenModelState, { before, begun }: Request, response: RefreshAnswer): Account | null {
  const result = resultOf(model, begun, response);
  const next = finishRefresh(model.account, { before, started: begun }, result, model.nowMs);
  const isFound = next?.status === 'connected' && model.account.status === 'needs_reconnect';
  if (isFound) model.seen.foundAgain++;
  return next && write(model, model.account, next, isFound);
}

function resultOf(model: TokenModelState, begun: Account, response: RefreshAnswer): RefreshResult {
  const { secrets } = model;
  if (response === 'rejected') return { outcome: 'rejected' };
  if (response === 'unanswered') return { outcome: 'unknown' };
  if (response === 'not carried out') return { outcome: 'retry' };
  const refreshToken = response === 'new pair' ? `refresh-${++model.created}` : null;
  const token = { accessToken: `access-${++model.created}`, refreshToken };
  const encrypted = encryptSecrets(model, renewedSecrets(secrets.get(begun.encrypted_secrets!)!, token));
  return { outcome: 'refreshed', encrypted_secrets: encrypted, expiresInSeconds: 7200 };
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
function write(model: TokenModelState, before: Account, after: Account, isFound = false): Account | null {
  if (model.account.version !== before.version) return null;
  checkInvariant(model, 'needs a reconnect until it is reconnected, or a token that was believed lost arrives', () => {
    if (before.status === 'needs_reconnect' && !isFound) expect(after.status).toBe('needs_reconnect');
    if (isFound) expect(after.encrypted_secrets).not.toBe(before.encrypted_secrets);
  });
  checkInvariant(
    model,
    'needs a reconnect for a rejected token only after two rejections without a success in between',
    () => {
      const isNew = before.reconnect_reason !== after.reconnect_reason;
      if (isNew && after.reconnect_reason === 'token_refused' && isTokenAlive(before, model.nowMs))
        expect(model.rejections).toBeGreaterThan(1);
    },
  );
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
    expect(decideTokenAction(account, nowMs + LEASE_SECONDS.tokenRefresh * 1000).action).not.toBe('wait'),
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
