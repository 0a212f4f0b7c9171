import { sealSecrets } from '../../lib/accounts/encryption.ts';
import { sealInbound } from '../../lib/accounts/inbound-secrets.ts';
import type { Account } from '../../lib/domain/account.ts';
import { connectAccount } from '../../lib/domain/account-token.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { accountReply } from '../../lib/http/account-reply.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { accountWrite, loadAccount } from '../../lib/table/account.ts';
import type { Write } from '../../lib/table/commit.ts';
import { inboundWrite } from '../../lib/table/inbound.ts';

/**
 * Connects an account of a platform. The same account again gets the new credentials and keeps its id: that
 * is how one in need of it is connected again.
 */
export const handler = endpoint('accounts.create', async ({ caller, body, nowMs, newId, call }) => {
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
  const connection = {
    external_id,
    secrets: given,
    expires_in_seconds: body.expires_in ?? null,
    has_inbound: body.inbound !== undefined,
    sealed,
  };
  const account = connectAccount(before, owner, connection, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/accounts/${account.id}` },
    body: accountReply(call, account),
    change: [accountWrite(before, account), ...(await inboundWrites(account, body.inbound))],
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
  return [inboundWrite({ ...owner, external_id, sealed: await sealInbound(secrets, owner) })];
}
