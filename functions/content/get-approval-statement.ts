import { operation } from '../../lib/content/api/content/get-approval-statement.ts';
import { assertPersonApproves } from '../../lib/content/rules/approval/agent-draft.ts';
import { assertMaySign } from '../../lib/content/rules/approval/approval.ts';
import { statementText } from '../../lib/content/rules/approval/approval-statement.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { loadSigningPasskeys, statementFor } from '../../lib/content/steps/passkey-approval.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { challengeFor } from '../../lib/core/crypto/webauthn-assertion.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { requestOptions } from '../../lib/identity/rules/passkey.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Return the statement for the caller to approve a content item, and the options to sign it. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, context, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const [content, settings] = await Promise.all([
    loadOr404('content', params.id, (id) => loadContent(workspaceId, id)),
    loadWorkspaceSettings(workspaceId),
  ]);
  assertPersonApproves(content, caller);
  assertMaySign(content, caller, settings);
  const passkeys = await loadSigningPasskeys(caller);
  const signable = await statementFor(content, caller, context, nowMs);
  const statement = statementText(signable);
  const allowCredentials = passkeys.map(({ credential_id: id, transports }) => ({
    type: 'public-key',
    id,
    transports,
  }));
  const options = { ...requestOptions(signable.rp_id, challengeFor(statement)), allowCredentials };
  const { not_before, not_after } = signable;
  return { status: 200, body: { statement, not_before, not_after, options } };
});
