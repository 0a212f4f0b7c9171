import { assertReturnUrl } from '../../lib/accounts/steps/assert-return-url.ts';
import { settings } from '../../lib/core/config/settings.ts';
import { invalidRequest } from '../../lib/core/problems/problems.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { dashboardOrigin } from '../../lib/identity/pipeline/stage-origin.ts';
import {
  assertGrantsPortal,
  PORTAL_LINK_MS,
  PORTAL_SESSION_SECONDS,
  portalUrl,
} from '../../lib/identity/rules/portal.ts';
import { createPortalLink } from '../../lib/identity/store/portal-links.ts';
import { operation } from '../../lib/workspaces/api/workspaces/create-portal-session.ts';
import { workspaceInPath } from '../../lib/workspaces/steps/workspace-in-path.ts';

/** Create a link that signs a person of a product in to a part of the dashboard. Its token is returned only once. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs, context }) => {
  if (!settings().dashboard) throw invalidRequest('This stage has no dashboard, of which a portal shows a part.');
  const { display_name, permissions, actor = caller.stage?.actor ?? null, return_url = null } = body;
  const workspace = await workspaceInPath(caller, params.id);
  assertGrantsPortal(workspace, permissions, caller.permissions);
  if (return_url !== null) assertReturnUrl(return_url);
  const expires_at_ms = nowMs + PORTAL_LINK_MS;
  const person = { stage_key_id: caller.clientId, permissions, display_name, actor, return_url };
  const { token, write } = createPortalLink({ ...person, workspace_id: workspace.id, expires_at_ms });
  return {
    status: 201,
    body: {
      url: portalUrl(dashboardOrigin(context), token),
      expires_at: formatInstant(expires_at_ms),
      session_expires_in: PORTAL_SESSION_SECONDS,
    },
    writes: [write],
  };
});
