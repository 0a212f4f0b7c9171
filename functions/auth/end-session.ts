import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/auth/end-session.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadCallerSession } from '../../lib/identity/steps/current-session.ts';
import { deleteSessionWrite, loadSession } from '../../lib/identity/store/sessions.ts';

/** End a session of the member who has signed in. */
export const handler = defineEndpoint(operation, async ({ context, params, nowMs }) => {
  const { session: current } = await loadCallerSession(context, nowMs);
  const { workspace_id, user_id } = current;
  const session = await loadOr404('session', params.id, async (id) => {
    const found = await loadSession({ workspace_id, id });
    return found?.user_id === user_id ? found : null;
  });
  return {
    status: 200,
    body: { success: true, message: `Session ${session.id} has ended.` },
    writes: [deleteSessionWrite(session)],
    actorUserId: user_id,
    actorClientId: current.id,
  };
});
