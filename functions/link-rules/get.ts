import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { withLabelName } from '../../lib/labels/store/label-names.ts';
import { operation } from '../../lib/link-rules/api/link-rules/get.ts';
import { findRule } from '../../lib/link-rules/rules/link-rule.ts';
import { linkRulesKey, loadLinkRules } from '../../lib/link-rules/store/link-rules.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [linkRulesKey(workspaceId)] };

/** Retrieve a link rule. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const workspaceId = caller.workspace.id;
  const rule = findRule(await loadLinkRules(workspaceId), params.id);
  const [view] = await withLabelName(workspaceId, [rule]);
  return { status: 200, body: view! };
});
