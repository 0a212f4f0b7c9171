import { operation } from '../../lib/halts/api/halts/list.ts';
import { activeHalts, toHaltView } from '../../lib/halts/rules/halt.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspaceSettings, settingsKey } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [settingsKey(workspaceId)] };

/** List the halts that stop publishing now. */
export const handler = defineEndpoint(prefetching, async ({ caller }) => {
  const settings = await loadWorkspaceSettings(caller.workspace.id);
  return { status: 200, body: { halts: activeHalts(settings).map(toHaltView) } };
});
