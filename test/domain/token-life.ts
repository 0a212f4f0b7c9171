import { expect } from 'vitest';
import type { Account, AccountSecrets } from '../../lib/domain/account.ts';
import {
  connectAccount,
  isTokenAlive,
  loseRefresh,
  needsReconnect,
  postponeRefresh,
  REFRESH_LEASE_SECONDS,
  refreshed,
  renewedSecrets,
  startRefresh,
  tokenVerdict,
} from '../../lib/domain/account-token.ts';
import { formatInstant } from '../../lib/domain/instant.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import { ACCOUNT_OWNER, connected, SECRETS } from './accounts.ts';
import { NOW_MS } from './items.ts';

/** How a platform answers a request for a new token. `unanswered`: nobody knows whether it was carried out. */
type Answer = 'new pair' | 'new access token' | 'refused' | 'not carried out' | 'unanswered';

/** One thing that happens to an account. Indexes are taken modulo what there is. */
export type TokenStep =
  | { act: 'connect'; expiresIn: number | null; hasRefreshToken: boolean }
  | { act: 'look' }
  | { act: 'refuse' }
  | { act: 'answer'; index: number; answer: Answer }
  | { act: 'die'; index: number }
  | { act: 'pass'; seconds: number };

/** What holds whatever happens; a run is held against one of them. */
export const TOKEN_LAWS = [
  'has two refreshes of a token under way only after a lease, and of none that works once',
  'hands in a refresh token that works once a single time, unless it was certainly not taken',
  'keeps the refresh token it was connected with, or a newer one',
  'writes down every answer that comes within its lease, unless a person has come',
  'keeps nobody waiting for longer than a lease',
  'uses no token that has ended, nor one that was refused and cannot be refreshed',
  'needs a person until a person has come',
  'forgets no token that ends, and looks after no account that needs a person',
] as const;

export type TokenLaw = (typeof TOKEN_LAWS)[number];

/** How often the runs came by each interesting place. */
export interface TokensSeen {
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
interface World {
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
  seen: TokensSeen;
  law: TokenLaw;
}

function hold({ law }: World, held: TokenLaw, check: () => void): void {
  if (law === held) check();
}

/** Takes an account through the steps, and throws where the law is broken. */
export function runTokenLife(law: TokenLaw, platform: Platform, steps: TokenStep[], seen: TokensSeen): void {
  const world: World = {
    nowMs: NOW_MS,
    platform,
    account: connected(platform, 7200),
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
    take(world, step);
    holdAccount(world);
  }
}

function take(world: World, step: TokenStep): void {
  if (step.act === 'pass') world.nowMs += step.seconds * 1000;
  else if (step.act === 'connect') connect(world, step.expiresIn, step.hasRefreshToken);
  else if (step.act === 'look') look(world);
  else if (step.act === 'refuse') refuse(world);
  else if (step.act === 'answer') answer(world, step.index, step.answer);
  else die(world, step.index);
}

/** A person connects the account again. */
function connect(world: World, expiresIn: number | null, hasRefreshToken: boolean): void {
  const before = world.account;
  const sealed = seal(world, {
    access_token: `access-${++world.made}`,
    refresh_token: hasRefreshToken ? `refresh-${world.made}` : null,
    client_id: null,
    client_secret: null,
  });
  const secrets = world.secrets.get(sealed)!;
  const connection = { external_id: '1', secrets, expires_in_seconds: expiresIn, sealed };
  if (before.status === 'needs_reconnect') world.seen.healed++;
  world.connections++;
  world.refreshToken = secrets.refresh_token;
  const owner = { ...ACCOUNT_OWNER, platform: world.platform };
  const account = connectAccount(before, owner, connection, world.nowMs);
  world.account = { ...account, version: before.version + 1 };
}

function seal(world: World, secrets: AccountSecrets): string {
  const sealed = `sealed-${++world.made}`;
  world.secrets.set(sealed, secrets);
  return sealed;
}

/** A worker wants the token, and does what is to be done about it first. */
function look(world: World): void {
  const { account, nowMs } = world;
  const verdict = tokenVerdict(account, nowMs);
  if (verdict.act === 'refresh') begin(world);
  else if (verdict.act === 'use') use(world);
  else if (verdict.act === 'wait' || verdict.act === 'later') world.seen.waits++;
  else if (account.status === 'connected')
    write(world, account, needsReconnect(account, verdict.reason, nowMs));
}

function use(world: World): void {
  const { account, nowMs, seen } = world;
  hold(world, 'uses no token that has ended, nor one that was refused and cannot be refreshed', () => {
    expect(isTokenAlive(account, nowMs)).toBe(true);
    expect(account.token_expires_at ?? '9999').toSatisfy((end: string) => end > formatInstant(nowMs));
    expect(['token_refused', 'unreadable']).not.toContain(account.reconnect_reason);
  });
  seen.uses++;
  if (account.status === 'needs_reconnect') seen.usesInNeed++;
}

/** The platform does not accept the token that a worker has used. */
function refuse(world: World): void {
  const { account, nowMs } = world;
  if (account.refreshing) look(world);
  else if (account.status === 'connected' && account.is_refreshable) begin(world);
  else write(world, account, needsReconnect(account, 'token_refused', nowMs));
}

function begin(world: World): void {
  const { account, secrets, platform, nowMs, connections, requests } = world;
  const isSingleUse = platform === 'twitter';
  const { refresh_token, access_token } = secrets.get(account.sealed!)!;
  const spent = platform === 'instagram' ? access_token : refresh_token!;
  const earlier = requests.filter(({ connection }) => connection === connections);
  hold(
    world,
    'has two refreshes of a token under way only after a lease, and of none that works once',
    () => {
      if (earlier.length > 0) expect(isSingleUse).toBe(false);
      for (const { leaseEndsMs } of earlier) expect(nowMs).toBeGreaterThanOrEqual(leaseEndsMs);
    },
  );
  hold(
    world,
    'hands in a refresh token that works once a single time, unless it was certainly not taken',
    () => {
      if (isSingleUse) expect(world.spent).not.toContain(spent);
    },
  );
  world.spent.add(spent);
  const begun = write(world, account, startRefresh(account, `rfr_${++world.made}`, nowMs))!;
  const leaseEndsMs = nowMs + REFRESH_LEASE_SECONDS * 1000;
  requests.push({ begun, spent, connection: connections, leaseEndsMs, lives: true });
  world.seen.refreshes++;
  if (earlier.length > 0) world.seen.takeovers++;
}

/** A request is answered, and its worker writes down what follows, if nobody has changed the account since. */
function answer(world: World, index: number, said: Answer): void {
  const waiting = world.requests.filter(({ lives }) => lives);
  const request = waiting[index % (waiting.length || 1)];
  if (!request) return;
  world.requests.splice(world.requests.indexOf(request), 1);
  if (said === 'not carried out' || said === 'new access token') world.spent.delete(request.spent);
  const after = write(world, request.begun, following(world, request.begun, said));
  hold(world, 'writes down every answer that comes within its lease, unless a person has come', () => {
    if (world.nowMs < request.leaseEndsMs && request.connection === world.connections) {
      expect(after).not.toBeNull();
    }
  });
  if (after && said === 'new pair') world.refreshToken = world.secrets.get(after.sealed!)!.refresh_token;
  if (!after) world.seen.fenced++;
  else if (said === 'new pair') world.seen.newPairs++;
  else if (said === 'new access token') world.seen.keptRefreshTokens++;
  else if (said === 'refused') world.seen.refused++;
  else if (after.status === 'needs_reconnect') world.seen.lost++;
  else world.seen.postponed++;
}

function following(world: World, begun: Account, said: Answer): Account {
  const { nowMs, secrets } = world;
  if (said === 'refused') return needsReconnect(begun, 'refresh_refused', nowMs);
  if (said === 'unanswered') return loseRefresh(begun, nowMs);
  if (said === 'not carried out') return postponeRefresh(begun, nowMs);
  const refreshToken = said === 'new pair' ? `refresh-${++world.made}` : null;
  const token = { accessToken: `access-${++world.made}`, refreshToken };
  const sealed = seal(world, renewedSecrets(secrets.get(begun.sealed!)!, token));
  return refreshed(begun, { sealed, expiresInSeconds: 7200 }, nowMs);
}

/** A worker dies: its request may be carried out all the same, and nobody hears the answer. */
function die(world: World, index: number): void {
  const living = world.requests.filter(({ lives }) => lives);
  const request = living[index % (living.length || 1)];
  if (!request) return;
  request.lives = false;
  world.seen.deaths++;
}

/** The account after it, or null when somebody else has changed the account since `before` was read. */
function write(world: World, before: Account, after: Account): Account | null {
  if (world.account.version !== before.version) return null;
  hold(world, 'needs a person until a person has come', () => {
    if (before.status === 'needs_reconnect') expect(after.status).toBe('needs_reconnect');
  });
  if (before.status === 'connected' && after.status === 'needs_reconnect') world.seen.needs++;
  world.account = { ...after, version: before.version + 1 };
  return world.account;
}

/** What is true of an account at every moment. */
function holdAccount(world: World): void {
  const { account, nowMs } = world;
  hold(world, 'keeps the refresh token it was connected with, or a newer one', () => {
    expect(world.secrets.get(account.sealed!)?.refresh_token).toBe(world.refreshToken);
  });
  hold(world, 'keeps nobody waiting for longer than a lease', () =>
    expect(tokenVerdict(account, nowMs + REFRESH_LEASE_SECONDS * 1000).act).not.toBe('wait'),
  );
  hold(world, 'forgets no token that ends, and looks after no account that needs a person', () => {
    const wanted =
      account.status === 'connected' && (account.token_expires_at ?? account.refreshing) !== null;
    if (account.status === 'needs_reconnect') expect(account.refresh_at).toBeNull();
    if (wanted) expect(account.refresh_at).not.toBeNull();
  });
}
