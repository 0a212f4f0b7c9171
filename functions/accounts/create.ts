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
 * Connects an account of a platform. The same account again gets the new credentials and keeps its id: that
 * is how one in need of it is connected again.
 */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId, context }) => {
  const { platform, external_id } = body;
  const workspaceId = caller.workspace.id;
  const before = await loadAccount(workspaceId, platform);
  if (before && before.external_id !== external_id) {
    throw new ApiError(
      'account_connected',
      `${platform} publishes as ${before.external_id} in this workspace; delete ${before.id} first.`,
      { extensions: { account_id: before.id } },
    );
  }
  const owner = { id: newId('account'), workspaceId, platform };
  const given = {
    access_token: body.access_token,
    refresh_token: body.refresh_token ?? null,
    client_id: body.client_id ?? null,
    client_secret: body.client_secret ?? null,
  };
  const sealed = await encryptSecrets(given, { workspace_id: workspaceId, platform });
  const connection = {
    external_id,
    secrets: given,
    expires_in_seconds: body.expires_in ?? null,
    has_inbound: body.inbound !== undefined,
    encrypted_secrets: sealed,
  };
  const account = connectAccount(before, owner, connection, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/accounts/${account.id}` },
    body: accountResponse(context, account),
    writes: [accountWrite(before, account), ...(await inboundWrites(account, body.inbound))],
  };
});

/** With what its webhooks are checked with, the account is found by its id alone. */
async function inboundWrites(
  { id: account_id, workspace_id, platform, external_id }: Account,
  given: { secret: string; verify_token?: string | undefined } | undefined,
): Promise<Write[]> {
  if (!given) return [];
  const owner = { account_id, workspace_id, platform };
  const secrets = { secret: given.secret, verify_token: given.verify_token ?? null };
  return [
    inboundAccountWrite({
      ...owner,
      external_id,
      encrypted_secrets: await encryptInboundSecrets(secrets, owner),
    }),
  ];
}
