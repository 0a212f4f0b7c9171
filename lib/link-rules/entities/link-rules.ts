import { defineEntity } from '../../core/table/define-entity.ts';
import type { LinkRules } from '../rules/link-rule.ts';

/** The link rules of the workspace, at most 50 ([links](links.md)). */
export const linkRulesEntity = /* @__PURE__ */ defineEntity<LinkRules>({
  name: 'LinkRules',
  pk: 'WS#{workspace_id}#LINKRULES',
  sk: 'LINKRULES',
  resource: 'link_rules',
});
