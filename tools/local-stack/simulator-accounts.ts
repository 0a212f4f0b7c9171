import type { DefaultAccounts } from '../../lib/accounts/rules/account.ts';
import { connectAccount } from '../../lib/accounts/rules/account-token-lifecycle.ts';
import { inboundContext } from '../../lib/accounts/rules/inbound-account.ts';
import { accountReservationWrite } from '../../lib/accounts/store/account-reservations.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import { defaultAccountWrite } from '../../lib/accounts/store/default-accounts.ts';
import { inboundAccountWrite } from '../../lib/accounts/store/inbound-accounts.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { type IdKind, makeId } from '../../lib/core/values/id.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { SIMULATED_PLATFORMS } from '../simulator/simulated-platforms.ts';

/** Encrypts secrets as the functions expect them: bound to a context. */
export type EncryptSecrets = (secrets: object, context: Record<string, string>) => string;

// The sample events name them by their indexes.
const FIRST: Platform[] = ['twitter', 'linkedin', 'instagram'];

/** The simulator's sample accounts. Their tokens are valid nowhere else. */
export const SIMULATOR_ACCOUNTS = [...new Set([...FIRST, ...PLATFORMS])].map((platform) => {
  const { sampleAccount, tokenLifetimeSeconds } = SIMULATED_PLATFORMS[platform];
  return { platform, expires_in: tokenLifetimeSeconds, ...sampleAccount };
});

/**
 * Build the writes that connect a workspace to the sample accounts of every platform but `real`. `newId` makes the id of
 * each.
 */
export function simulatorAccountWrites(
  workspaceId: string,
  encrypt: EncryptSecrets,
  nowMs: number,
  newId: (kind: IdKind, index: number) => string = randomId(nowMs),
  real: readonly Platform[] = [],
): Write[] {
  return SIMULATOR_ACCOUNTS.flatMap((account, index) => {
    const { platform, external_id, access_token, expires_in, inbound } = account;
    if (real.includes(platform)) return [];
    const { refresh_token = null, client_id = null, client_secret = null } = account;
    const secrets = { access_token, refresh_token, client_id, client_secret };
    const owner = { id: newId('account', index), workspaceId, platform, isDefault: true };
    const encrypted_secrets = encrypt(secrets, { account_id: owner.id, workspace_id: workspaceId });
    const has_inbound = inbound !== undefined;
    const expiry = { expires_in_seconds: expires_in };
    const connection = { external_id, secrets, ...expiry, has_inbound, encrypted_secrets };
    // The simulator charges nothing, so metrics arrive within a minute on every platform.
    const connected = { ...connectAccount(null, owner, connection, nowMs), metrics_schedule: 'frequent' as const };
    const writes = [
      accountWrite(null, connected),
      accountReservationWrite(connected),
      defaultAccountWrite(null, { workspace_id: workspaceId, platform, account_id: owner.id }),
    ];
    if (inbound === undefined) return writes;
    const found = { account_id: owner.id, workspace_id: workspaceId, platform };
    const webhookSecrets = { secret: inbound.secret, verify_token: inbound.verify_token ?? null };
    const webhook = { external_id, encrypted_secrets: encrypt(webhookSecrets, inboundContext(found)) };
    return [...writes, inboundAccountWrite({ ...found, ...webhook })];
  });
}

/**
 * Register the sample accounts with the simulator, unless it has accounts already.
 *
 * A simulator that runs on an existing file has issued newer tokens, which must not be overwritten.
 */
export async function registerSimulatorAccounts(origin: string): Promise<void> {
  const url = `${origin}/_simulator/accounts`;
  if (((await (await fetch(url)).json()) as unknown[]).length > 0) return;
  for (const { external_id: account, inbound: _, ...tokens } of SIMULATOR_ACCOUNTS) {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ account, ...tokens }) });
    if (!response.ok) throw new Error(`The simulator rejected ${account}: ${await response.text()}`);
  }
}

function randomId(nowMs: number) {
  return (kind: IdKind) => makeId(kind, nowMs, crypto.getRandomValues(new Uint8Array(10)));
}

/** Find the ids of the accounts among the writes that connect them, by platform: each is the default. */
export function defaultAccountsAmong(writes: Write[]): DefaultAccounts {
  const items = writes.flatMap((write) => ('put' in write && write.put.entity === 'DefaultAccount' ? [write.put] : []));
  return Object.fromEntries(items.map(({ platform, account_id }) => [platform, account_id]));
}
