import { operation } from '../../lib/identity/api/stage-keys/list.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { holdsKey } from '../../lib/identity/rules/stage-key-policy.ts';
import { toStageKeyView } from '../../lib/identity/steps/stage-key-views.ts';
import { stageRightsOf } from '../../lib/identity/steps/stage-rights.ts';
import { listApiKeys } from '../../lib/identity/store/api-keys.ts';

/** List the stage keys, newest first, without their secrets. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const page = await listApiKeys(STAGE_WORKSPACE_ID, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const shown = page.records.filter(({ key }) => holdsKey(key, stageRightsOf(caller)));
  return { status: 200, headers, body: { stage_keys: shown.map((each) => toStageKeyView(each, nowMs)), pagination } };
});
