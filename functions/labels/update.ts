import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/labels/api/labels/update.ts';
import { labelEntity } from '../../lib/labels/entities/labels.ts';
import { renameLabel, toLabelView } from '../../lib/labels/rules/label.ts';
import { loadLabel, renamedLabelWrites } from '../../lib/labels/store/labels.ts';

const prefetching = { ...operation, prefetch: itemInPath('label', labelEntity) };

/** Rename a label or a campaign, for all its items. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body }) => {
  const before = await loadOr404('label', params.id, (id) => loadLabel(caller.workspace.id, id));
  const after = renameLabel(before, body.name);
  return {
    status: 200,
    body: toLabelView(after),
    writes: after.name === before.name ? [] : renamedLabelWrites(before, after),
  };
});
