import { sealSecrets } from '../../lib/accounts/encryption.ts';
import { accountData } from '../../lib/domain/account.ts';
import { connectAccount } from '../../lib/domain/account-token.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { accountWrite, loadAccount } from '../../lib/table/account.ts';

/**
 * Connects an account of a platform. The same account again gets the new credentials and keeps its id: that
 * is how one in need of it is connected again.
 */
export const handler = endpoint('accounts.create', async ({ caller, body, nowMs, newId }) => {
  const { platform, external_id } = body;
  const workspaceId = caller.workspace.id;
  const before = await loadAccount(workspaceId, platform);
  if (before && before.external_id !== external_id) {
    throw new Refusal(
      'account_connected',
      `${platform} publishes as ${before.external_id} in this workspace; delete ${before.id} first.`,
      { members: { account_id: before.id } },
    );
  }
  const owner = { id: newId('account'), workspaceId, platform };
  const given = {
    access_token: body.access_token,
    refresh_token: body.refresh_token ?? null,
    client_id: body.client_id ?? null,
    client_secret: body.client_secret ?? null,
  };
  const sealed = await sealSecrets(given, { workspace_id: workspaceId, platform });
  const connection = { external_id, secrets: given, expires_in_seconds: body.expires_in ?? null, sealed };
  const account = connectAccount(before, owner, connection, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/accounts/${account.id}` },
    body: accountData(account),
    change: [accountWrite(before, account)],
  };
});
