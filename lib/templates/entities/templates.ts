import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Template } from '../rules/template.ts';

/** A [template](templates.md): a text with variables, accounts, handles or default options. */
export const templateEntity = /* @__PURE__ */ defineEntity<Template>({
  name: 'Template',
  pk: 'WS#{workspace_id}#TEMPLATE',
  sk: '{id}',
  category_pk: 'WS#{workspace_id}#TEMPLATE#{kind}',
  list_sk: '{id}',
  resource: 'template',
});

// biome-ignore format: several fields per line keep the table readable.
export const templateAudit: AuditModes<Template> = {
  id: 'never', workspace_id: 'never', name: 'always', kind: 'always', text: 'always', variables: 'always',
  accounts: 'always', handles: 'always', platform_options: 'redacted_urls', created_by: 'never', created_at: 'never',
  updated_at: 'never', version: 'never',
};

export const templateLifecycle: Lifecycle = { ending: 'data' };

/** Reserves the name of a template: another one with it is a conflict; also how a template is found by its name. */
export const templateNameEntity = /* @__PURE__ */ defineEntity({
  name: 'TemplateName',
  pk: 'WS#{workspace_id}#TEMPLATENAME',
  sk: '{name_hash}',
});

export const templateNameLifecycle: Lifecycle = { ending: 'data' };
