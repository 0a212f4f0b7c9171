import { defineEntity } from '../../core/table/define-entity.ts';
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

/** Reserves the name of a template: another one with it is a conflict; also how a template is found by its name. */
export const templateNameEntity = /* @__PURE__ */ defineEntity({
  name: 'TemplateName',
  pk: 'WS#{workspace_id}#TEMPLATENAME',
  sk: '{name_hash}',
});
