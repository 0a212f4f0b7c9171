import { operation } from '../../lib/content/api/labels/list.ts';
import { toLabelView } from '../../lib/content/rules/labels.ts';
import { loadAllLabels } from '../../lib/content/store/labels.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** List the labels and the campaigns of the workspace, by name. */
export const handler = defineEndpoint(operation, async ({ caller }) => {
  const labels = await loadAllLabels(caller.workspace.id);
  const { compare } = new Intl.Collator('en', { numeric: true });
  return { status: 200, body: { labels: labels.map(toLabelView).sort((a, b) => compare(a.name, b.name)) } };
});
