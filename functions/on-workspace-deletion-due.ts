import { disconnectAccount } from '../lib/accounts/steps/disconnect-account.ts';
import { itemsOfEntity, workspaceItems } from '../lib/app/workspace-items/workspace-items.ts';
import { AUDIT_LOG } from '../lib/app/workspace-items/workspace-paths.ts';
import { withInvocationDeadline } from '../lib/core/retry/invocation-deadline.ts';
import { closeUsage } from '../lib/usage/workers/close-usage.ts';
import { eventsAbout } from '../lib/webhooks/store/events-about.ts';
import { deleteDueWorkspaces } from '../lib/workspaces/workers/delete-workspaces.ts';

const PARTS = {
  items: async function* (workspaceId: string, { withLog }: { withLog: boolean }) {
    yield* eventsAbout(workspaceId);
    yield* workspaceItems(workspaceId, { isConsistent: true, without: withLog ? [] : AUDIT_LOG });
  },
  endpoints: (workspaceId: string) => itemsOfEntity(workspaceId, 'Endpoint'),
  disconnect: disconnectAccount,
  closeUsage,
};

/** Delete the workspaces whose time has come, as far as one run does. Invoked every five minutes. */
export const handler = withInvocationDeadline(() => deleteDueWorkspaces(PARTS, Date.now()));
