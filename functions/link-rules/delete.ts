import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/link-rules/api/link-rules/delete.ts';
import { findRule, removeRule } from '../../lib/link-rules/rules/link-rule.ts';
import { linkRulesKey, linkRulesWrite, loadLinkRules } from '../../lib/link-rules/store/link-rules.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [linkRulesKey(workspaceId)] };

/** Delete a link rule. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const before = await loadLinkRules(caller.workspace.id);
  const { id } = findRule(before, params.id);
  return {
    status: 200,
    body: { success: true, message: `Link rule ${id} is deleted.` },
    writes: [linkRulesWrite(before, removeRule(before, id))],
  };
});
