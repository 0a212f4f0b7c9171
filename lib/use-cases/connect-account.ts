import { encryptSecrets } from '../connected-accounts/encryption.ts';
import { encryptInboundSecrets } from '../connected-accounts/inbound-secrets.ts';
import type { Account, AccountSecrets } from '../domain/accounts/account.ts';
import { connectAccount } from '../domain/accounts/account-token-lifecycle.ts';
import { ApiError } from '../domain/api-error.ts';
import type { Platform } from '../domain/platform.ts';
import { accountWrite, loadAccount } from '../table/accounts.ts';
import type { Write } from '../table/commit.ts';
import { inboundAccountWrite } from '../table/inbound-accounts.ts';

/** What a platform account is connected with. `inbound`: the secrets that verify its webhooks. */
export interface AccountInput {
  platform: Platform;
  external_id: string;
  /** Null where the platform does not tell; absent: null. */
  handle?: string | null;
  /** The address of the account's own server; absent or null where the platform has only one. */
  server?: string | null;
  secrets: AccountSecrets;
  /** Until the access token expires; null if unknown. */
  expires_in_seconds: number | null;
  inbound?: { secret: string; verify_token?: string | undefined } | undefined;
}

/**
 * Build the account of a workspace with new credentials, and the writes that store it. An account that is already
 * connected keeps its id. Throws `account_connected` when the workspace has another account on the platform.
 *
 * @param id the id of the account if it is new.
 */
export async function connectPlatformAccount(
  workspaceId: string,
  { platform, external_id, handle = null, server = null, secrets, expires_in_seconds, inbound }: AccountInput,
  id: string,
  nowMs: number,
): Promise<{ account: Account; writes: Write[] }> {
  const existing = await loadAccount(workspaceId, platform);
  if (existing && existing.external_id !== external_id) {
    throw new ApiError(
      'account_connected',
      `${platform} publishes as ${existing.external_id} in this workspace; delete ${existing.id} first.`,
      { extensions: { account_id: existing.id } },
    );
  }
  const connection = {
    external_id,
    handle,
    server,
    secrets,
    expires_in_seconds,
    has_inbound: inbound !== undefined,
    encrypted_secrets: await encryptSecrets(secrets, { workspace_id: workspaceId, platform }),
  };
  const account = connectAccount(existing, { id, workspaceId, platform }, connection, nowMs);
  return { account, writes: [accountWrite(existing, account), ...(await inboundWrites(account, inbound))] };
}

/** Build the writes that store the webhook secrets. They are found by the id of the account alone. */
async function inboundWrites(
  { id: account_id, workspace_id, platform, external_id }: Account,
  input: AccountInput['inbound'],
): Promise<Write[]> {
  if (!input) return [];
  const owner = { account_id, workspace_id, platform };
  const secrets = { secret: input.secret, verify_token: input.verify_token ?? null };
  return [
    inboundAccountWrite({ ...owner, external_id, encrypted_secrets: await encryptInboundSecrets(secrets, owner) }),
  ];
}
