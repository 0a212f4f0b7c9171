import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { requestedLabel } from '../../lib/labels/steps/requested-labels.ts';
import { ruleFields } from '../../lib/link-rules/api/link-rules/requests.ts';
import { operation } from '../../lib/link-rules/api/link-rules/update.ts';
import { assertValidRule, findRule, replaceRule } from '../../lib/link-rules/rules/link-rule.ts';
import { linkRulesKey, linkRulesWrite, loadLinkRules } from '../../lib/link-rules/store/link-rules.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [linkRulesKey(workspaceId)] };

/** Replace the fields of a link rule. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId }) => {
  const fields = ruleFields(body);
  assertValidRule(fields);
  const owner = { workspaceId: caller.workspace.id, userId: caller.userId };
  const before = await loadLinkRules(owner.workspaceId);
  const found = findRule(before, params.id);
  const label = await requestedLabel(fields.label, owner, newId, nowMs);
  const rule = { ...found, ...fields, label: label.id };
  return {
    status: 200,
    body: { ...rule, label: label.name },
    writes: [...label.writes, linkRulesWrite(before, replaceRule(before, rule))],
  };
});
