import type { Label } from '../rules/label.ts';
import { loadLabels } from './labels.ts';

/** What of an item names labels: their ids as it is stored, and their names as the API shows it. */
type Labelled = { labels: string[]; campaign: string | null };

/** Labels that are created in the same transaction. */
type Known = Pick<Label, 'id' | 'name'>[];

/** Load the names of labels and campaigns by their ids. One that was deleted has none. */
export async function loadNamesById(workspaceId: string, ids: string[], known: Known = []) {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const unknown = ids.filter((id) => !names.has(id));
  for (const { id, name } of await loadLabels(workspaceId, unknown)) names.set(id, name);
  return names;
}

/** List the ids of the labels and the campaigns of items. */
export function labelIdsOf(items: Labelled[]): string[] {
  return items.flatMap(({ labels, campaign }) => (campaign === null ? labels : [...labels, campaign]));
}

/**
 * Load the labels of items of one workspace, and return the function that puts names in the place of ids. A label that
 * was deleted is left out.
 */
export async function loadLabelNames(workspaceId: string, items: Labelled[], known: Known = []) {
  const names = await loadNamesById(workspaceId, labelIdsOf(items), known);
  return ({ labels, campaign }: Labelled): Labelled => ({
    labels: labels.flatMap((id) => names.get(id) ?? []),
    campaign: campaign === null ? null : (names.get(campaign) ?? null),
  });
}

/** Return records that have the id of a label, or null, with its name. Null also for a label that was deleted. */
export async function withLabelName<T extends { label: string | null }>(
  workspaceId: string,
  records: T[],
  known: Known = [],
): Promise<T[]> {
  const ids = records.flatMap(({ label }) => label ?? []);
  const names = await loadNamesById(workspaceId, ids, known);
  return records.map((record) => ({ ...record, label: names.get(record.label ?? '') ?? null }));
}

/** Return views of items with the names of their labels and campaigns. */
export async function withLabelNames(
  workspaceId: string,
  views: Record<string, unknown>[],
  known: Known = [],
): Promise<Record<string, unknown>[]> {
  const labelled = views.map((view) => view as Labelled);
  const namesOf = await loadLabelNames(workspaceId, labelled, known);
  return views.map((view, index) => ({ ...view, ...namesOf(labelled[index]!) }));
}
