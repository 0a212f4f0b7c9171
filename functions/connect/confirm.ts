import { operation } from '../../lib/accounts/api/connect/confirm.ts';
import { decryptPending } from '../../lib/accounts/credentials/connect-secrets.ts';
import { consentRedirectPage, linkErrorPage } from '../../lib/accounts/pages/connect-page.ts';
import { bindToBrowser, signedInMember } from '../../lib/accounts/steps/connect-browser.ts';
import { findStart } from '../../lib/accounts/steps/find-start.ts';
import { connectFlowWrite } from '../../lib/accounts/store/connect-flows.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertSameSite } from '../../lib/identity/pipeline/session-cookie.ts';
import { loadPageLook } from '../../lib/identity/steps/page-look.ts';

/** Bind a connection to the browser in which the person continues, and lead on to the platform. */
export const handler = defineEndpoint(operation, async ({ query, nowMs, context }) => {
  assertSameSite(context);
  const { flow, error } = await findStart(query.token, context, nowMs);
  const look = await loadPageLook(context, flow?.workspace_id ?? null);
  if (error !== null) return linkErrorPage(look, error, flow);
  const [{ url }, userId] = await Promise.all([decryptPending(flow), signedInMember(flow, context, nowMs)]);
  const { bound, cookie } = bindToBrowser(flow, context, userId);
  return { ...consentRedirectPage(look, flow, url, cookie), writes: [connectFlowWrite(flow, bound)] };
});
