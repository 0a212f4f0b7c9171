import { loadAll } from '../../core/table/read.ts';
import { loadNameHolders } from '../../core/table/reserved-names.ts';
import { isId } from '../../core/values/id.ts';
import type { Template } from '../rules/template.ts';
import { templateKey, templateNames } from './templates.ts';

/** Load templates by their ids or names, in the same order; null for those that the workspace does not have. */
export async function loadTemplatesNamed(
  workspaceId: string,
  references: readonly string[],
): Promise<(Template | null)[]> {
  const names = references.filter((each) => !isId('template', each));
  const holders = await loadNameHolders(names.map((name) => ({ ...templateNames(workspaceId), name })));
  const idOfName = new Map(names.map((name, index) => [name, holders[index] ?? undefined]));
  const ids = references.map((each) => (isId('template', each) ? each : idOfName.get(each)));
  const distinct = [...new Set(ids.filter((id) => id !== undefined))];
  const found = await loadAll<Template>(distinct.map((id) => templateKey(workspaceId, id)));
  const byId = new Map(distinct.map((id, index) => [id, found[index]!]));
  return ids.map((id) => (id === undefined ? null : (byId.get(id) ?? null)));
}
