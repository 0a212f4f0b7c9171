import { tooMuchToCompare } from '../../analytics/problems.ts';
import type { LabelledItems } from '../../analytics/rules/label-groups.ts';
import { loadLabelsOfItems } from '../../content/store/labels-of-items.ts';
import { assertAnyPermission } from '../../identity/pipeline/authorize.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import type { LabelKind } from '../../labels/rules/label.ts';
import { loadAllLabels } from '../../labels/store/labels.ts';
import { loadLabelledIds } from '../store/search-index.ts';
import { type Finding, filterLabels, needsIndex } from './find-content.ts';

/** The most items of a label whose metrics are summed, and the most labels of items that are grouped. */
const MAX_LABELLED_ITEMS = 20_000;
/** The most selected items that are read for their labels, instead of the index of all labels. */
const MAX_READ_ITEMS = 2_000;
/** Labels whose items are read at the same time. */
const PARALLEL = 20;

/**
 * Load the ids of the items that have the label and the campaign of a query, newest first; null for a query without them.
 * Throws 403 for a token that may not read items, and 422 for a label with more than 20,000 items.
 */
export async function labelledItems(caller: Caller, finding: Omit<Finding, 'search'>): Promise<string[] | null> {
  if (!needsIndex(finding)) return null;
  assertAnyPermission(caller, ['content:read']);
  const workspaceId = caller.workspace.id;
  const labels = await filterLabels(workspaceId, finding);
  if (!labels) return [];
  const found = await Promise.all(labels.map((id) => loadLabelledIds(workspaceId, id, MAX_LABELLED_ITEMS)));
  const [first = [], ...others] = found.map((ids) => ids ?? failTooMany());
  const sets = others.map((ids) => new Set(ids));
  return first.filter((id) => sets.every((ids) => ids.has(id)));
}

/**
 * Load the labels, or the campaigns, by name, with the ids of their items; of the selected ones only, where there is a
 * selection. Throws 403 for a token that may not read items, and 422 for more than 20,000 labels of items, or campaigns,
 * unless at most 2,000 items are selected.
 */
export async function itemsByLabel(
  caller: Caller,
  kind: LabelKind,
  selected: readonly string[] | null,
): Promise<LabelledItems[]> {
  assertAnyPermission(caller, ['content:read']);
  const workspaceId = caller.workspace.id;
  const labels = (await loadAllLabels(workspaceId)).filter((label) => label.kind === kind);
  const ids = labels.map(({ id }) => id);
  const items =
    selected && selected.length <= MAX_READ_ITEMS
      ? await itemsBySelection(workspaceId, selected)
      : await itemsByIndex(workspaceId, ids);
  const isSelected = selected && new Set(selected);
  return labels
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ id, name }) => ({
      ...{ id, name },
      contentIds: (items.get(id) ?? []).filter((contentId) => !isSelected || isSelected.has(contentId)),
    }));
}

/** Read the labels of these items, whatever other items the labels have. */
async function itemsBySelection(workspaceId: string, selected: readonly string[]): Promise<Map<string, string[]>> {
  const labelsOf = await loadLabelsOfItems(workspaceId, selected);
  const pairs = selected.flatMap((id) => (labelsOf.get(id) ?? []).map((label) => ({ id, label })));
  const byLabel = Map.groupBy(pairs, ({ label }) => label);
  return new Map([...byLabel].map(([label, found]) => [label, found.map(({ id }) => id)]));
}

/** Read the items of these labels. The index also has those of the other kind, and of deleted labels, which do not count. */
async function itemsByIndex(workspaceId: string, labels: string[]): Promise<Map<string, string[]>> {
  const items = new Map<string, string[]>();
  let rest = MAX_LABELLED_ITEMS;
  for (let start = 0; start < labels.length; start += PARALLEL) {
    const part = labels.slice(start, start + PARALLEL);
    const found = await Promise.all(part.map((id) => loadLabelledIds(workspaceId, id, rest)));
    for (const [index, ids] of found.entries()) {
      const read = ids ?? failTooManyGrouped();
      rest -= read.length;
      if (rest < 0) failTooManyGrouped();
      items.set(part[index]!, read);
    }
  }
  return items;
}

function failTooMany(): never {
  const detail = `More than ${MAX_LABELLED_ITEMS} items would be compared. Request a label or campaign with fewer items.`;
  throw tooMuchToCompare(detail);
}

function failTooManyGrouped(): never {
  const detail = `More than ${MAX_LABELLED_ITEMS} labels of items would be grouped. Request a label or campaign with at most ${MAX_READ_ITEMS} items.`;
  throw tooMuchToCompare(detail);
}
