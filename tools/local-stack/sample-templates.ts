import type { Write } from '../../lib/core/table/commit.ts';
import { newTemplate, type Template } from '../../lib/templates/rules/template.ts';
import { newTemplateWrites } from '../../lib/templates/store/templates.ts';

/** Build a template: a snippet with two variables. */
export function sampleTemplate(
  { id, workspace_id, created_by }: Pick<Template, 'id' | 'workspace_id' | 'created_by'>,
  name: string,
  nowMs: number,
): Template {
  const text = '{{product}} is here. {{url}}';
  const input = { kind: 'snippet' as const, name, text, variables: { url: 'https://example.com' } };
  return newTemplate(input, { id, workspaceId: workspace_id, userId: created_by }, nowMs);
}

/** Build the writes of templates: to be read and changed, and to be deleted. Their number is not counted. */
export function sampleTemplateWrites(workspace_id: string, created_by: string, ids: string[], nowMs: number): Write[] {
  return ids.flatMap((id, index) => {
    const template = sampleTemplate({ id, workspace_id, created_by }, `Sample ${index + 1}`, nowMs);
    return newTemplateWrites(template).filter((write) => !('increment' in write));
  });
}
