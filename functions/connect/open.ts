import { operation } from '../../lib/accounts/api/connect/open.ts';
import { linkErrorPage, startPage } from '../../lib/accounts/pages/connect-page.ts';
import { findStart } from '../../lib/accounts/steps/find-start.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Show who asks for an account, before the person continues to the platform. */
export const handler = defineEndpoint(operation, async ({ query, nowMs, context }) => {
  const { flow, error } = await findStart(query.token, context, nowMs);
  return error === null ? startPage(flow) : linkErrorPage(error, flow);
});
