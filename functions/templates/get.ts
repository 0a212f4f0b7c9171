import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/templates/api/templates/get.ts';
import { templateEntity } from '../../lib/templates/entities/templates.ts';
import { toTemplateView } from '../../lib/templates/rules/template.ts';
import { loadTemplate } from '../../lib/templates/store/templates.ts';

const prefetching = { ...operation, prefetch: itemInPath('template', templateEntity) };

/** Retrieve a template. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const template = await loadOr404('template', params.id, (id) => loadTemplate(caller.workspace.id, id));
  return { status: 200, headers: { etag: etagOf(template) }, body: toTemplateView(template) };
});
