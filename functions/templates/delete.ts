import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/templates/api/templates/delete.ts';
import { templateEntity } from '../../lib/templates/entities/templates.ts';
import { deleteTemplateWrites, loadTemplate } from '../../lib/templates/store/templates.ts';

const prefetching = { ...operation, prefetch: itemInPath('template', templateEntity) };

/** Delete a template. The items that were written with it keep their texts. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, context }) => {
  const template = await loadOr404('template', params.id, (id) => loadTemplate(caller.workspace.id, id));
  assertIfMatch(context, template);
  return {
    status: 200,
    body: { success: true, message: `Template ${template.id} is deleted.` },
    writes: deleteTemplateWrites(template),
  };
});
