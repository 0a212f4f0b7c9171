import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { newTemplate, type Template } from './rules/template.ts';
import { newTemplateWrites } from './store/templates.ts';

const SNIPPET = {
  kind: 'snippet' as const,
  text: '{{product}} is here. {{url}}',
  variables: { url: 'https://example.com' },
};

/** Build a template: a snippet with two variables. */
export function snippetTemplate(
  { id, workspace_id, created_by }: Pick<Template, 'id' | 'workspace_id' | 'created_by'>,
  name: string,
  nowMs: number,
): Template {
  return newTemplate({ ...SNIPPET, name }, { id, workspaceId: workspace_id, userId: created_by }, nowMs);
}

export const samples = defineSamples({
  path: '/v1/templates/{id}',
  make: async ({ create, unique }) => ({ id: await create('/templates', { ...SNIPPET, name: `Snippet ${unique()}` }) }),
  // One to be read and changed, and one to be deleted. Their number is not counted.
  ids: [sampleId('tpl', 0), sampleId('tpl', 1)],
  store: ({ workspace_id, created_by, nowMs }, ids) =>
    ids.flatMap((id, index) => {
      const template = snippetTemplate({ id, workspace_id, created_by }, `Sample ${index + 1}`, nowMs);
      return newTemplateWrites(template).filter((write) => !('increment' in write));
    }),
});
