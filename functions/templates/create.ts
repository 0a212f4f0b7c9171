import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { etagOf } from '../../lib/identity/pipeline/if-match.ts';
import { operation } from '../../lib/templates/api/templates/create.ts';
import { newTemplate, toTemplateView } from '../../lib/templates/rules/template.ts';
import { toTemplateInput } from '../../lib/templates/steps/template-input.ts';
import { newTemplateWrites } from '../../lib/templates/store/templates.ts';

/** Create a template. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const owner = { id: newId('template'), workspaceId: caller.workspace.id, userId: caller.userId };
  const input = { ...(await toTemplateInput(owner.workspaceId, body)), name: body.name, kind: body.kind };
  const template = newTemplate(input, owner, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/templates/${template.id}`, etag: etagOf(template) },
    body: toTemplateView(template),
    writes: newTemplateWrites(template),
  };
});
