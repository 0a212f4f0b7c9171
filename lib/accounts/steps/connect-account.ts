import type { AccountSecrets } from '../../adapters/kit/oauth-connector.ts';
import type { Write } from '../../core/table/commit.ts';
import type { Platform } from '../../platforms/facts/platform.ts';
import { encryptSecrets } from '../credentials/encryption.ts';
import { encryptInboundSecrets } from '../credentials/inbound-secrets.ts';
import type { Account, DefaultAccount } from '../rules/account.ts';
import { withDefault } from '../rules/account-edit.ts';
import { connectAccount } from '../rules/account-token-lifecycle.ts';
import { isSandboxAccountId } from '../rules/sandbox-account.ts';
import { accountReservationWrite, loadReservedAccountId } from '../store/account-reservations.ts';
import { accountWrite, loadAccount } from '../store/accounts.ts';
import { defaultAccountWrite, loadDefaultAccount } from '../store/default-accounts.ts';
import { inboundAccountWrite } from '../store/inbound-accounts.ts';

const MAX_NAME_CHARACTERS = 100;

/** What a platform account is connected with. `inbound`: the secrets that verify its webhooks. */
export interface AccountInput {
  platform: Platform;
  external_id: string;
  /** The name of the account in the workspace; by default the external id. */
  name?: string | undefined;
  /** The name of the account on the platform. A new account has it, unless it is given another one. */
  platform_name?: string;
  /** Null where the platform does not tell; absent: null. */
  handle?: string | null;
  /** The URL of the account's own server; absent or null where the platform has only one. */
  server?: string | null;
  secrets: AccountSecrets;
  /** Until the access token expires; null if unknown. */
  expires_in_seconds: number | null;
  inbound?: { secret: string; verify_token?: string | undefined } | undefined;
}

/**
 * Build the account of a workspace with new credentials, and the writes that store it. An account that is already
 * connected keeps its id. The first account of a platform becomes the default, and the first one that is no sandbox
 * account replaces a default that is, unless a user has chosen it. Of two requests that add an account on a
 * platform at the same time, one conflicts and has to start again.
 *
 * @param id the id of the account if it is new.
 */
export async function connectPlatformAccount(
  workspaceId: string,
  { platform, external_id, name, platform_name, handle, server, secrets, expires_in_seconds, inbound }: AccountInput,
  id: string,
  nowMs: number,
): Promise<{ account: Account; writes: Write[] }> {
  const [reservedId, present] = await Promise.all([
    loadReservedAccountId({ workspace_id: workspaceId, platform, external_id }),
    loadDefaultAccount(workspaceId, platform),
  ]);
  const existing = reservedId === null ? null : await loadAccount(workspaceId, reservedId);
  const replaced = existing ? null : await loadReplacedDefault(present, id);
  const owner = { id: existing?.id ?? id, workspaceId, platform, isDefault: present === null || replaced !== null };
  const connection = {
    external_id,
    name: name ?? (existing ? undefined : platform_name?.slice(0, MAX_NAME_CHARACTERS)),
    handle,
    server,
    secrets,
    expires_in_seconds,
    has_inbound: inbound !== undefined,
    encrypted_secrets: await encryptSecrets(secrets, { id: owner.id, workspace_id: workspaceId }),
  };
  const account = connectAccount(existing, owner, connection, nowMs);
  const added = existing
    ? []
    : [
        accountReservationWrite(account),
        defaultAccountWrite(
          present,
          account.is_default ? { workspace_id: workspaceId, platform, account_id: account.id } : present!,
        ),
        ...(replaced ? [accountWrite(replaced, withDefault(replaced, false, nowMs))] : []),
      ];
  return { account, writes: [accountWrite(existing, account), ...added, ...(await inboundWrites(account, inbound))] };
}

/**
 * Load the sandbox account that is the default until an account on the platform is connected. Returns null when none is,
 * or when a user has made it the default.
 */
async function loadReplacedDefault(present: DefaultAccount | null, id: string): Promise<Account | null> {
  if (present === null || present.is_chosen || isSandboxAccountId(id) || !isSandboxAccountId(present.account_id))
    return null;
  return loadAccount(present.workspace_id, present.account_id);
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
