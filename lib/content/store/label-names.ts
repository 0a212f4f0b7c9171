import type { Label } from '../rules/labels.ts';
import { loadLabels } from './labels.ts';

/** What of an item names labels: their ids as it is stored, and their names as the API shows it. */
type Labelled = { labels: string[]; campaign: string | null };

/**
 * Load the labels of items of one workspace, and return the function that puts names in the place of ids. A label that
 * was deleted has none, and is left out. `known`: labels that are created in the same transaction.
 */
export async function loadLabelNames(workspaceId: string, items: Labelled[], known: Pick<Label, 'id' | 'name'>[] = []) {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const ids = items.flatMap(({ labels, campaign }) => (campaign === null ? labels : [...labels, campaign]));
  const unknown = ids.filter((id) => !names.has(id));
  for (const { id, name } of await loadLabels(workspaceId, unknown)) names.set(id, name);
  return ({ labels, campaign }: Labelled): Labelled => ({
    labels: labels.flatMap((id) => names.get(id) ?? []),
    campaign: campaign === null ? null : (names.get(campaign) ?? null),
  });
}

/** Return views of items with the names of their labels and campaigns. */
export async function withLabelNames(
  workspaceId: string,
  views: Record<string, unknown>[],
  known: Pick<Label, 'id' | 'name'>[] = [],
): Promise<Record<string, unknown>[]> {
  const labelled = views.map((view) => view as Labelled);
  const namesOf = await loadLabelNames(workspaceId, labelled, known);
  return views.map((view, index) => ({ ...view, ...namesOf(labelled[index]!) }));
}
