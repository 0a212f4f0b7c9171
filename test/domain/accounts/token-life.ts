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

/** How a platform answers a request for a new token. `unanswered`: nobody knows whether it was carried out. */
type RefreshAnswer = 'new pair' | 'new access token' | 'refused' | 'not carried out' | 'unanswered';

/** One thing that happens to an account. Indexes are taken modulo what there is. */
export type TokenStep =
  | { action: 'connect'; expiresIn: number | null; hasRefreshToken: boolean }
  | { action: 'look' }
  | { action: 'refuse' }
  | { action: 'answer'; index: number; answer: RefreshAnswer }
  | { action: 'die'; index: number }
  | { action: 'pass'; seconds: number };

/** What holds whatever happens; a run is held against one of them. */
export const TOKEN_INVARIANTS = [
  'has two refreshes of a token under way only after a lease, and of none that works once',
  'hands in a refresh token that works once a single time, unless it was certainly not taken',
  'keeps the refresh token it was connected with, or a newer one',
  'writes down every answer that comes within its lease, unless a person has come',
  'keeps nobody waiting for longer than a lease',
  'uses no token that has ended, nor one that was refused and cannot be refreshed',
  'needs a person until a person has come',
  'forgets no token that ends, and looks after no account that needs a person',
] as const;

export type TokenInvariant = (typeof TOKEN_INVARIANTS)[number];

/** How often the runs came by each interesting place. */
export interface TokensObserved {
  refreshes: number;
  newPairs: number;
  keptRefreshTokens: number;
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
  healed: number;
}

/** A request for a new token that was sent and not answered yet, by a worker that may have died since. */
interface Request {
  begun: Account;
  spent: string;
  connection: number;
  leaseEndsMs: number;
  lives: boolean;
}

/**
 * An account as the table keeps it, what its sealed secrets are, and the requests under way. Writes are
 * conditional on the version that was read, as those of the table are.
 */
interface TokenModelState {
  nowMs: number;
  platform: Platform;
  account: Account;
  secrets: Map<string, AccountSecrets>;
  requests: Request[];
  /** Refresh tokens that were handed in and may have been taken. */
  spent: Set<string>;
  connections: number;
  /** The latest one that was given and written down; null: connected without. */
  refreshToken: string | null;
  made: number;
  seen: TokensObserved;
  law: TokenInvariant;
}

function checkInvariant({ law }: TokenModelState, held: TokenInvariant, check: () => void): void {
  if (law === held) check();
}

/** Takes an account through the steps, and throws where the law is broken. */
export function runTokenLifecycle(
  law: TokenInvariant,
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
    made: 1,
    seen,
    law,
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

/** A person connects the account again. */
function connect(model: TokenModelState, expiresIn: number | null, hasRefreshToken: boolean): void {
  const before = model.account;
  const sealed = seal(model, {
    access_token: `access-${++model.made}`,
    refresh_token: hasRefreshToken ? `refresh-${model.made}` : null,
    client_id: null,
    client_secret: null,
  });
  const secrets = model.secrets.get(sealed)!;
  const connection = { external_id: '1', secrets, expires_in_seconds: expiresIn, encrypted_secrets: sealed };
  if (before.status === 'needs_reconnect') model.seen.healed++;
  model.connections++;
  model.refreshToken = secrets.refresh_token;
  const owner = { ...ACCOUNT_OWNER, platform: model.platform };
  const account = connectAccount(before, owner, connection, model.nowMs);
  model.account = { ...account, version: before.version + 1 };
}

function seal(model: TokenModelState, secrets: AccountSecrets): string {
  const sealed = `sealed-${++model.made}`;
  model.secrets.set(sealed, secrets);
  return sealed;
}

/** A worker wants the token, and does what is to be done about it first. */
function look(model: TokenModelState): void {
  const { account, nowMs } = model;
  const verdict = decideTokenAction(account, nowMs);
  if (verdict.action === 'refresh') begin(model);
  else if (verdict.action === 'use') use(model);
  else if (verdict.action === 'wait' || verdict.action === 'later') model.seen.waits++;
  else if (account.status === 'connected')
    write(model, account, needsReconnect(account, verdict.reason, nowMs));
}

function use(model: TokenModelState): void {
  const { account, nowMs, seen } = model;
  checkInvariant(
    model,
    'uses no token that has ended, nor one that was refused and cannot be refreshed',
    () => {
      expect(isTokenAlive(account, nowMs)).toBe(true);
      expect(account.token_expires_at ?? '9999').toSatisfy((end: string) => end > formatInstant(nowMs));
      expect(['token_refused', 'unreadable']).not.toContain(account.reconnect_reason);
    },
  );
  seen.uses++;
  if (account.status === 'needs_reconnect') seen.usesInNeed++;
}

/** The platform does not accept the token that a worker has used. */
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
    'has two refreshes of a token under way only after a lease, and of none that works once',
    () => {
      if (earlier.length > 0) expect(isSingleUse).toBe(false);
      for (const { leaseEndsMs } of earlier) expect(nowMs).toBeGreaterThanOrEqual(leaseEndsMs);
    },
  );
  checkInvariant(
    model,
    'hands in a refresh token that works once a single time, unless it was certainly not taken',
    () => {
      if (isSingleUse) expect(model.spent).not.toContain(spent);
    },
  );
  model.spent.add(spent);
  const begun = write(model, account, startRefresh(account, `rfr_${++model.made}`, nowMs))!;
  const leaseEndsMs = nowMs + REFRESH_LEASE_SECONDS * 1000;
  requests.push({ begun, spent, connection: connections, leaseEndsMs, lives: true });
  model.seen.refreshes++;
  if (earlier.length > 0) model.seen.takeovers++;
}

/** A request is answered, and its worker writes down what follows, if nobody has changed the account since. */
function answer(model: TokenModelState, index: number, said: RefreshAnswer): void {
  const waiting = model.requests.filter(({ lives }) => lives);
  const request = waiting[index % (waiting.length || 1)];
  if (!request) return;
  model.requests.splice(model.requests.indexOf(request), 1);
  if (said === 'not carried out' || said === 'new access token') model.spent.delete(request.spent);
  const after = write(model, request.begun, following(model, request.begun, said));
  checkInvariant(
    model,
    'writes down every answer that comes within its lease, unless a person has come',
    () => {
      if (model.nowMs < request.leaseEndsMs && request.connection === model.connections) {
        expect(after).not.toBeNull();
      }
    },
  );
  if (after && said === 'new pair')
    model.refreshToken = model.secrets.get(after.encrypted_secrets!)!.refresh_token;
  if (!after) model.seen.fenced++;
  else if (said === 'new pair') model.seen.newPairs++;
  else if (said === 'new access token') model.seen.keptRefreshTokens++;
  else if (said === 'refused') model.seen.refused++;
  else if (after.status === 'needs_reconnect') model.seen.lost++;
  else model.seen.postponed++;
}

function following(model: TokenModelState, begun: Account, said: RefreshAnswer): Account {
  const { nowMs, secrets } = model;
  if (said === 'refused') return needsReconnect(begun, 'refresh_refused', nowMs);
  if (said === 'unanswered') return onRefreshOutcomeUnknown(begun, nowMs);
  if (said === 'not carried out') return postponeRefresh(begun, nowMs);
  const refreshToken = said === 'new pair' ? `refresh-${++model.made}` : null;
  const token = { accessToken: `access-${++model.made}`, refreshToken };
  const sealed = seal(model, renewedSecrets(secrets.get(begun.encrypted_secrets!)!, token));
  return applyRefreshedToken(begun, { encrypted_secrets: sealed, expiresInSeconds: 7200 }, nowMs);
}

/** A worker dies: its request may be carried out all the same, and nobody hears the answer. */
function die(model: TokenModelState, index: number): void {
  const living = model.requests.filter(({ lives }) => lives);
  const request = living[index % (living.length || 1)];
  if (!request) return;
  request.lives = false;
  model.seen.deaths++;
}

/** The account after it, or null when somebody else has changed the account since `before` was read. */
function write(model: TokenModelState, before: Account, after: Account): Account | null {
  if (model.account.version !== before.version) return null;
  checkInvariant(model, 'needs a person until a person has come', () => {
    if (before.status === 'needs_reconnect') expect(after.status).toBe('needs_reconnect');
  });
  if (before.status === 'connected' && after.status === 'needs_reconnect') model.seen.needs++;
  model.account = { ...after, version: before.version + 1 };
  return model.account;
}

/** What is true of an account at every moment. */
function checkAccountInvariants(model: TokenModelState): void {
  const { account, nowMs } = model;
  checkInvariant(model, 'keeps the refresh token it was connected with, or a newer one', () => {
    expect(model.secrets.get(account.encrypted_secrets!)?.refresh_token).toBe(model.refreshToken);
  });
  checkInvariant(model, 'keeps nobody waiting for longer than a lease', () =>
    expect(decideTokenAction(account, nowMs + REFRESH_LEASE_SECONDS * 1000).action).not.toBe('wait'),
  );
  checkInvariant(model, 'forgets no token that ends, and looks after no account that needs a person', () => {
    const wanted =
      account.status === 'connected' && (account.token_expires_at ?? account.refresh_lease) !== null;
    if (account.status === 'needs_reconnect') expect(account.refresh_at).toBeNull();
    if (wanted) expect(account.refresh_at).not.toBeNull();
  });
}
