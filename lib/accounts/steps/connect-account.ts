import type { Write } from '../../core/table/commit.ts';
import { haltedAccounts, withReconnectedAccount } from '../../identity/rules/active-halts.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadStoredSettings, settingsWrite } from '../../identity/store/workspace-settings.ts';
import type { AccountSecrets } from '../../platforms/kit/oauth-connector.ts';
import type { Platform } from '../../platforms/platform.ts';
import { encryptSecrets } from '../credentials/encryption.ts';
import { encryptInboundSecrets } from '../credentials/inbound-secrets.ts';
import type { Account } from '../rules/account.ts';
import { withDefault } from '../rules/account-edit.ts';
import type { AccountRemoval } from '../rules/account-removal.ts';
import { connectAccount } from '../rules/account-token-lifecycle.ts';
import { defaultAfterConnection, formerDefaults } from '../rules/former-defaults.ts';
import { accountLimitWrites } from '../store/account-limit.ts';
import { listAccountRemovals } from '../store/account-removals.ts';
import { accountReservationWrite, externalIdHash, loadReservedAccountId } from '../store/account-reservations.ts';
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
 * connected keeps its id. Another one may become the default (`defaultAfterConnection`), and a halt from before it was
 * deleted stops it under its new id. Of two requests that add an account on a platform at the same time, one conflicts
 * and has to start again. Throws 409 beyond the limit of accounts of the workspace.
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
  // After the default account: the removal of the last account, without which there is none, is found.
  const removals = existing ? [] : await listAccountRemovals(workspaceId);
  const added = { id, workspace_id: workspaceId, platform, external_id_hash: externalIdHash({ external_id }) };
  const ownDefault = existing
    ? null
    : defaultAfterConnection(added, present, formerDefaults(present, platform, removals));
  const replaced = ownDefault && present && (await loadAccount(workspaceId, present.account_id));
  const owner = { id: existing?.id ?? id, workspaceId, platform, isDefault: ownDefault !== null };
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
  const settings = existing ? null : await loadStoredSettings(workspaceId);
  const additions = !settings
    ? []
    : [
        accountReservationWrite(account),
        defaultAccountWrite(present, ownDefault ?? present!),
        ...(replaced ? [accountWrite(replaced, withDefault(replaced, false, nowMs))] : []),
        ...haltWrites(settings, account, removals),
        ...(await accountLimitWrites(account, settings.limits)),
      ];
  return {
    account,
    writes: [accountWrite(existing, account), ...additions, ...(await inboundWrites(account, inbound))],
  };
}

/** Build the write after which the halts of an account that was deleted stop it again. */
function haltWrites(
  before: WorkspaceSettings,
  { id, platform, external_id }: Account,
  removals: AccountRemoval[],
): Write[] {
  const halted = haltedAccounts(before.halts);
  if (halted.length === 0) return [];
  const external_id_hash = externalIdHash({ external_id });
  const former = removals.filter((each) => each.platform === platform && each.external_id_hash === external_id_hash);
  const formerIds = former.map(({ account_id }) => account_id).filter((account_id) => halted.includes(account_id));
  if (formerIds.length === 0) return [];
  return [settingsWrite(before, { ...before, halts: withReconnectedAccount(before.halts, formerIds, id) })];
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
