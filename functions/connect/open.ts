import { operation } from '../../lib/accounts/api/connect/open.ts';
import { linkErrorPage, startPage } from '../../lib/accounts/pages/connect-page.ts';
import { findStart } from '../../lib/accounts/steps/find-start.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadPageLook } from '../../lib/identity/steps/page-look.ts';

/** Show who asks for an account, before the person continues to the platform. */
export const handler = defineEndpoint(operation, async ({ query, nowMs, context }) => {
  const { flow, error } = await findStart(query.token, context, nowMs);
  const look = await loadPageLook(context, flow?.workspace_id ?? null);
  return error === null ? startPage(look, flow) : linkErrorPage(look, error, flow);
});
