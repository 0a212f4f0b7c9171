import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/stage-keys/get.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { assertHoldsKey } from '../../lib/identity/rules/stage-key-policy.ts';
import { toStageKeyView } from '../../lib/identity/steps/stage-key-views.ts';
import { stageRightsOf } from '../../lib/identity/steps/stage-rights.ts';
import { loadApiKey } from '../../lib/identity/store/api-keys.ts';

/** Retrieve a stage key, without its secret. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const found = await loadOr404('stageKey', params.id, (id) => loadApiKey(STAGE_WORKSPACE_ID, id));
  assertHoldsKey(found.key, stageRightsOf(caller));
  return { status: 200, body: toStageKeyView(found, nowMs) };
});
