import { operation } from '../../lib/api/accounts/create.ts';
import { encryptSecrets } from '../../lib/connected-accounts/encryption.ts';
import { encryptInboundSecrets } from '../../lib/connected-accounts/inbound-secrets.ts';
import type { Account } from '../../lib/domain/accounts/account.ts';
import { connectAccount } from '../../lib/domain/accounts/account-token-lifecycle.ts';
import { ApiError } from '../../lib/domain/api-error.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { accountWrite, loadAccount } from '../../lib/table/accounts.ts';
import type { Write } from '../../lib/table/commit.ts';
import { inboundAccountWrite } from '../../lib/table/inbound-accounts.ts';
import { accountResponse } from '../../lib/use-cases/account-response.ts';

/**
 * Connect a platform account. Connecting the same account again replaces its credentials and keeps its id. That is also
 * how an account is reconnected whose credentials no longer work.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId, context }) => {
  const { platform, external_id } = body;
  const workspaceId = caller.workspace.id;
  const existing = await loadAccount(workspaceId, platform);
  if (existing && existing.external_id !== external_id) {
    throw new ApiError(
      'account_connected',
      `${platform} publishes as ${existing.external_id} in this workspace; delete ${existing.id} first.`,
      { extensions: { account_id: existing.id } },
    );
  }
  const owner = { id: newId('account'), workspaceId, platform };
  const secrets = {
    access_token: body.access_token,
    refresh_token: body.refresh_token ?? null,
    client_id: body.client_id ?? null,
    client_secret: body.client_secret ?? null,
  };
  const encryptedSecrets = await encryptSecrets(secrets, { workspace_id: workspaceId, platform });
  const connection = {
    external_id,
    secrets,
    expires_in_seconds: body.expires_in ?? null,
    has_inbound: body.inbound !== undefined,
    encrypted_secrets: encryptedSecrets,
  };
  const account = connectAccount(existing, owner, connection, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/accounts/${account.id}` },
    body: accountResponse(context, account),
    writes: [accountWrite(existing, account), ...(await inboundWrites(account, body.inbound))],
  };
});

/** Build the writes that store the webhook secrets. They are found by the id of the account alone. */
async function inboundWrites(
  { id: account_id, workspace_id, platform, external_id }: Account,
  input: { secret: string; verify_token?: string | undefined } | undefined,
): Promise<Write[]> {
  if (!input) return [];
  const owner = { account_id, workspace_id, platform };
  const secrets = { secret: input.secret, verify_token: input.verify_token ?? null };
  return [
    inboundAccountWrite({ ...owner, external_id, encrypted_secrets: await encryptInboundSecrets(secrets, owner) }),
  ];
}
