import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { LinkRules } from '../rules/link-rule.ts';

/** The link rules of the workspace, at most 50 ([links](links.md)). */
export const linkRulesEntity = /* @__PURE__ */ defineEntity<LinkRules>({
  name: 'LinkRules',
  pk: 'WS#{workspace_id}#LINKRULES',
  sk: 'LINKRULES',
  resource: 'link_rules',
});

// biome-ignore format: several fields per line keep the table readable.
export const linkRulesAudit: AuditModes<LinkRules> = {
  id: 'never', workspace_id: 'never', rules: 'always', version: 'never',
};

export const linkRulesLifecycle: Lifecycle = { ending: 'data' };
