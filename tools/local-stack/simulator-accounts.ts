import { connectAccount } from '../../lib/domain/accounts/account-token-lifecycle.ts';
import { inboundContext } from '../../lib/domain/analytics/inbound-webhook.ts';
import { type IdKind, makeId } from '../../lib/domain/id.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import { accountWrite } from '../../lib/table/accounts.ts';
import type { Write } from '../../lib/table/commit.ts';
import { inboundAccountWrite } from '../../lib/table/inbound-accounts.ts';

/** Encrypts secrets as the functions expect them: bound to a context. */
export type EncryptSecrets = (secrets: object, context: Record<string, string>) => string;

/** An account as `POST /accounts` takes it. */
interface SimulatorAccount {
  platform: Platform;
  external_id: string;
  access_token: string;
  expires_in: number;
  refresh_token?: string;
  client_id?: string;
  client_secret?: string;
  inbound: { secret: string; verify_token?: string };
}

const CLIENT = { client_id: 'simulator-client', client_secret: 'simulator-client-secret' };
// What the simulator signs the webhooks with that it is asked to send.
const INBOUND = { secret: 'simulator-app-secret' };
const SIXTY_DAYS_SECONDS = 60 * 86_400;

/** Accounts at the platform simulator. Their tokens open nothing else. */
// biome-ignore format: one row per account.
export const SIMULATOR_ACCOUNTS: SimulatorAccount[] = [
  { platform: 'twitter', external_id: '1000000001', access_token: 'simulator-x', expires_in: 7200, refresh_token: 'simulator-x-refresh', ...CLIENT, inbound: INBOUND },
  { platform: 'linkedin', external_id: 'urn:li:organization:1000000002', access_token: 'simulator-linkedin', expires_in: SIXTY_DAYS_SECONDS, refresh_token: 'simulator-linkedin-refresh', ...CLIENT, inbound: INBOUND },
  { platform: 'instagram', external_id: '1000000003', access_token: 'simulator-instagram', expires_in: SIXTY_DAYS_SECONDS, inbound: { ...INBOUND, verify_token: 'simulator-verify-token' } },
];

/** A workspace's accounts on all platforms, at the simulator. `newId` gives the id of each. */
export function simulatorAccountWrites(
  workspaceId: string,
  seal: EncryptSecrets,
  nowMs: number,
  newId: (kind: IdKind, place: number) => string = randomId(nowMs),
): Write[] {
  return SIMULATOR_ACCOUNTS.flatMap((given, place) => {
    const { platform, external_id, access_token, expires_in, inbound } = given;
    const { refresh_token = null, client_id = null, client_secret = null } = given;
    const secrets = { access_token, refresh_token, client_id, client_secret };
    const sealed = seal(secrets, { workspace_id: workspaceId, platform });
    const owner = { id: newId('account', place), workspaceId, platform };
    const connection = {
      external_id,
      secrets,
      expires_in_seconds: expires_in,
      has_inbound: true,
      encrypted_secrets: sealed,
    };
    const found = { account_id: owner.id, workspace_id: workspaceId, platform };
    const checked = { secret: inbound.secret, verify_token: inbound.verify_token ?? null };
    return [
      accountWrite(null, connectAccount(null, owner, connection, nowMs)),
      inboundAccountWrite({ ...found, external_id, encrypted_secrets: seal(checked, inboundContext(found)) }),
    ];
  });
}

/**
 * Lets the simulator know these accounts and their tokens, unless it knows accounts already: what it has given
 * out since is worth more than what they began with.
 */
export async function registerSimulatorAccounts(origin: string): Promise<void> {
  const url = `${origin}/_simulator/accounts`;
  if (((await (await fetch(url)).json()) as unknown[]).length > 0) return;
  for (const { external_id: account, inbound: _, ...tokens } of SIMULATOR_ACCOUNTS) {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ account, ...tokens }) });
    if (!response.ok) throw new Error(`The simulator does not take ${account}: ${await response.text()}`);
  }
}

function randomId(nowMs: number) {
  return (kind: IdKind) => makeId(kind, nowMs, crypto.getRandomValues(new Uint8Array(10)));
}
