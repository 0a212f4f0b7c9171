import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/labels/api/labels/delete.ts';
import { labelEntity } from '../../lib/labels/entities/labels.ts';
import { deletedLabelWrites, loadLabel } from '../../lib/labels/store/labels.ts';

const prefetching = { ...operation, prefetch: itemInPath('label', labelEntity) };

/** Delete a label or a campaign. Items no longer show it. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const label = await loadOr404('label', params.id, (id) => loadLabel(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `The ${label.kind} ${label.name} is deleted.` },
    writes: deletedLabelWrites(label),
  };
});
