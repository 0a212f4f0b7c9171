import type { Write } from '../../core/table/commit.ts';
import { type ListQuery, type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load } from '../../core/table/read.ts';
import { type NameSpace, releaseName, renameWrites, reserveName } from '../../core/table/reserved-names.ts';
import { keyOf, type PrimaryKey, partition } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { duplicateNameError } from '../../labels/rules/duplicate-name.ts';
import { templateEntity, templateNameEntity } from '../entities/templates.ts';
import { templateLimit } from '../problems.ts';
import { MAX_TEMPLATES, type Template, type TemplateKind } from '../rules/template.ts';

/** Return among which names that of a template is unique: those of the templates of its workspace. */
export function templateNames(workspace_id: string): NameSpace {
  return { entity: templateNameEntity, workspace_id };
}

const nameTaken = (id: string) => duplicateNameError('template', id);

/** Load a template of a workspace, or null. */
export function loadTemplate(workspaceId: string, id: string): Promise<Template | null> {
  return load<Template>(templateKey(workspaceId, id));
}

/** List the templates of a workspace, or those of one kind, oldest first, with their total. */
export function listTemplates(
  workspace_id: string,
  kind: TemplateKind | undefined,
  request: PageRequest,
): Promise<TotalPage<Template>> {
  const list: ListQuery = kind
    ? {
        index: 'by_category',
        partitions: [partition(templateEntity, 'category_pk', { workspace_id, kind })],
        descending: false,
      }
    : { partitions: [partition(templateEntity, 'pk', { workspace_id })], descending: false };
  return pageWithTotal<Template>(list, request, kind ? (id) => templateKey(workspace_id, id) : undefined);
}

/** Build the writes of a new template. They fail with 409 for a name that another has, or at the limit. */
export function newTemplateWrites(template: Template): Write[] {
  return [
    versioned(templateEntity, null, template),
    reserveName(templateNames(template.workspace_id), template, nameTaken),
    {
      ...counterIncrement(template.workspace_id, 'templates', { templates: 1 }),
      ifBelow: { attribute: 'templates', limit: MAX_TEMPLATES },
      onConflict: () => templateLimit(`A workspace can have at most ${MAX_TEMPLATES} templates. Delete one first.`),
    },
  ];
}

/** Build the writes of a template after an update. They fail with 409 for a name that another has. */
export function templateWrites(before: Template, after: Template): Write[] {
  return [
    versioned(templateEntity, before, after),
    ...renameWrites(templateNames(before.workspace_id), before, after, nameTaken),
  ];
}

/** Build the writes that delete a template, release its name and reduce the count. */
export function deleteTemplateWrites(template: Template): Write[] {
  const { workspace_id, id, version } = template;
  return [
    { delete: templateKey(workspace_id, id), condition: { version } },
    releaseName(templateNames(workspace_id), template.name),
    counterIncrement(workspace_id, 'templates', { templates: -1 }),
  ];
}

/** Build the key of a template. */
export function templateKey(workspace_id: string, id: string): PrimaryKey {
  return keyOf(templateEntity, { workspace_id, id });
}
