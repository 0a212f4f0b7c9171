import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/labels/api/labels/list.ts';
import { toLabelView } from '../../lib/labels/rules/label.ts';
import { loadAllLabels } from '../../lib/labels/store/labels.ts';

/** List the labels and the campaigns of the workspace, by name. */
export const handler = defineEndpoint(operation, async ({ caller }) => {
  const labels = await loadAllLabels(caller.workspace.id);
  const { compare } = new Intl.Collator('en', { numeric: true });
  return { status: 200, body: { labels: labels.map(toLabelView).sort((a, b) => compare(a.name, b.name)) } };
});
