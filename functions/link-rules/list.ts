import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { withLabelName } from '../../lib/labels/store/label-names.ts';
import { operation } from '../../lib/link-rules/api/link-rules/list.ts';
import { linkRulesKey, loadLinkRules } from '../../lib/link-rules/store/link-rules.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [linkRulesKey(workspaceId)] };

/** List the link rules of the workspace, oldest first. */
export const handler = defineEndpoint(prefetching, async ({ caller }) => {
  const { rules } = await loadLinkRules(caller.workspace.id);
  return { status: 200, body: { link_rules: await withLabelName(caller.workspace.id, rules) } };
});
