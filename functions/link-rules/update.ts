import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { ruleFields } from '../../lib/links/api/link-rules/requests.ts';
import { operation } from '../../lib/links/api/link-rules/update.ts';
import { assertValidRule, findRule, replaceRule } from '../../lib/links/rules/link-rule.ts';
import { linkRulesKey, linkRulesWrite, loadLinkRules } from '../../lib/links/store/link-rules.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [linkRulesKey(workspaceId)] };

/** Replace the fields of a link rule. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body }) => {
  const fields = ruleFields(body);
  assertValidRule(fields);
  const before = await loadLinkRules(caller.workspace.id);
  const rule = { ...findRule(before, params.id), ...fields };
  return { status: 200, body: rule, writes: [linkRulesWrite(before, replaceRule(before, rule))] };
});
