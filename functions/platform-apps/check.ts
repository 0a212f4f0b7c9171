import { operation } from '../../lib/accounts/api/platform-apps/check.ts';
import { toAppCheckView } from '../../lib/accounts/rules/connect/app-check.ts';
import { ownerOf } from '../../lib/accounts/rules/connect/platform-app.ts';
import { appCheckPolicy, stageAppCheckPolicy } from '../../lib/accounts/rules/rate-limits.ts';
import { checkApp } from '../../lib/accounts/steps/check-app.ts';
import { connectCallbackUrl } from '../../lib/accounts/steps/connect-urls.ts';
import { loadApp } from '../../lib/accounts/store/platform-apps.ts';
import { tooManyInFlight } from '../../lib/core/problems/problems.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertQuota } from '../../lib/identity/pipeline/rate-limit.ts';
import { MAX_IN_FLIGHT } from '../../lib/identity/rules/rate-limits.ts';
import { limitInFlight } from '../../lib/identity/steps/in-flight-limit.ts';
import { platformOr404 } from '../../lib/platforms/platform-or-404.ts';

/** Check the app that connects accounts of a platform in the workspace. */
export const handler = defineEndpoint(operation, async ({ caller, params, context, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const platform = platformOr404(params.platform);
  await assertQuota(appCheckPolicy(workspaceId), nowMs);
  const app = await loadApp(workspaceId, platform);
  if (app && ownerOf(app) === 'stage') await assertQuota(stageAppCheckPolicy(platform), nowMs);
  const check = () => checkApp(platform, app, connectCallbackUrl(context));
  const checked = await limitInFlight({ workspaceId, operation: operation.id }, check, async () => {
    const detail = `This workspace has ${MAX_IN_FLIGHT} checks that wait for a platform.`;
    throw tooManyInFlight(detail, { headers: { 'retry-after': '5' } });
  });
  return { status: 200, body: toAppCheckView(checked) };
});
