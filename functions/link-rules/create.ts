import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { requestedLabel } from '../../lib/labels/steps/requested-labels.ts';
import { operation } from '../../lib/link-rules/api/link-rules/create.ts';
import { ruleFields } from '../../lib/link-rules/api/link-rules/requests.ts';
import { addRule, assertValidRule } from '../../lib/link-rules/rules/link-rule.ts';
import { linkRulesKey, linkRulesWrite, loadLinkRules } from '../../lib/link-rules/store/link-rules.ts';

const prefetching = { ...operation, prefetch: (workspaceId: string) => [linkRulesKey(workspaceId)] };

/** Create a link rule. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, nowMs, newId }) => {
  const fields = ruleFields(body);
  assertValidRule(fields);
  const owner = { workspaceId: caller.workspace.id, userId: caller.userId };
  const [before, label] = await Promise.all([
    loadLinkRules(owner.workspaceId),
    requestedLabel(fields.label, owner, newId, nowMs),
  ]);
  const rule = { id: newId('linkRule'), ...fields, label: label.id, created_at: formatInstant(nowMs) };
  return {
    status: 201,
    headers: { location: `/v1/link-rules/${rule.id}` },
    body: { ...rule, label: label.name },
    writes: [...label.writes, linkRulesWrite(before, addRule(before, rule))],
  };
});
