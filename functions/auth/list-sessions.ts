import { operation } from '../../lib/identity/api/auth/list-sessions.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { toSessionView } from '../../lib/identity/rules/session.ts';
import { loadCallerSession } from '../../lib/identity/steps/current-session.ts';
import { listSessions } from '../../lib/identity/store/sessions.ts';

/** List the sessions of the member who has signed in. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const { session: current, member } = await loadCallerSession(context, nowMs);
  const sessions = await listSessions(member, nowMs);
  return {
    status: 200,
    body: { sessions: sessions.map((each) => ({ ...toSessionView(each), is_current: each.id === current.id })) },
  };
});
