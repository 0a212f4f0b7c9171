import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/links/api/link-rules/get.ts';
import { findRule } from '../../lib/links/rules/link-rule.ts';
import { linkRulesKey, loadLinkRules } from '../../lib/links/store/link-rules.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [linkRulesKey(workspaceId)] };

/** Retrieve a link rule. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  return { status: 200, body: findRule(await loadLinkRules(caller.workspace.id), params.id) };
});
