import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch, etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/templates/api/templates/update.ts';
import { templateEntity } from '../../lib/templates/entities/templates.ts';
import { editTemplate, toTemplateView } from '../../lib/templates/rules/template.ts';
import { toTemplateInput } from '../../lib/templates/steps/template-input.ts';
import { loadTemplate, templateWrites } from '../../lib/templates/store/templates.ts';

const prefetching = { ...operation, prefetch: itemInPath('template', templateEntity) };

/** Rename a template, or replace fields of its kind. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, context }) => {
  const workspaceId = caller.workspace.id;
  const before = await loadOr404('template', params.id, (id) => loadTemplate(workspaceId, id));
  assertIfMatch(context, before);
  const after = editTemplate(before, await toTemplateInput(workspaceId, body), nowMs);
  const isChanged = after !== before;
  return {
    status: 200,
    headers: { etag: etagOf({ version: before.version + (isChanged ? 1 : 0) }) },
    body: toTemplateView(after),
    writes: isChanged ? templateWrites(before, after) : [],
  };
});
