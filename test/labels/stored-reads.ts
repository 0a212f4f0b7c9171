import type { Label } from '../../lib/labels/rules/label.ts';
import { loadAllLabels, loadLabelIds } from '../../lib/labels/store/labels.ts';
import { one, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Label: async () => [await loadAllLabels(workspaceId), [one('Label')]],
  LabelName: async () => [
    await loadLabelIds(workspaceId, [{ kind: 'label', name: 'PRODUCT NEWS' }]),
    [one<Label>('Label').id],
  ],
};
