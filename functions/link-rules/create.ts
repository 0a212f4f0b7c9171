import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/links/api/link-rules/create.ts';
import { ruleFields } from '../../lib/links/api/link-rules/requests.ts';
import { addRule, assertValidRule } from '../../lib/links/rules/link-rule.ts';
import { linkRulesKey, linkRulesWrite, loadLinkRules } from '../../lib/links/store/link-rules.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [linkRulesKey(workspaceId)] };

/** Create a link rule. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, nowMs, newId }) => {
  const fields = ruleFields(body);
  assertValidRule(fields);
  const before = await loadLinkRules(caller.workspace.id);
  const rule = { id: newId('linkRule'), ...fields, created_at: formatInstant(nowMs) };
  return {
    status: 201,
    headers: { location: `/v1/link-rules/${rule.id}` },
    body: rule,
    writes: [linkRulesWrite(before, addRule(before, rule))],
  };
});
