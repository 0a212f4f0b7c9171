import type { LabelledItems } from '../../analytics/rules/label-groups.ts';
import type { LabelKind } from '../../content/rules/labels.ts';
import { loadAllLabels } from '../../content/store/labels.ts';
import { ApiError } from '../../core/problems/api-error.ts';
import { assertAnyPermission } from '../../identity/pipeline/authorize.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { loadLabelIndex, loadLabelledIds } from '../store/search-index.ts';
import { type Finding, filterLabels, needsIndex } from './find-content.ts';

/** The most items of a label whose metrics are summed, and the most labels of items that are grouped. */
const MAX_LABELLED_ITEMS = 20_000;

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
 * selection. Throws 403 for a token that may not read items, and 422 for more than 20,000 labels of items.
 */
export async function itemsByLabel(
  caller: Caller,
  kind: LabelKind,
  selected: readonly string[] | null,
): Promise<LabelledItems[]> {
  assertAnyPermission(caller, ['content:read']);
  const workspaceId = caller.workspace.id;
  const [labels, index] = await Promise.all([
    loadAllLabels(workspaceId),
    loadLabelIndex(workspaceId, MAX_LABELLED_ITEMS),
  ]);
  const items = index ?? failTooMany();
  const isSelected = selected && new Set(selected);
  return labels
    .filter((label) => label.kind === kind)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ id, name }) => ({
      ...{ id, name },
      contentIds: (items.get(id) ?? []).filter((contentId) => !isSelected || isSelected.has(contentId)),
    }));
}

function failTooMany(): never {
  const detail = `More than ${MAX_LABELLED_ITEMS} items would be compared. Request a label or campaign with fewer items.`;
  throw new ApiError('too_much_to_compare', detail);
}
