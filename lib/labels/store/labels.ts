import type { ApiError } from '../../core/problems/define-problem.ts';
import type { Write } from '../../core/table/commit.ts';
import { load, loadPartition, loadSupported } from '../../core/table/read.ts';
import {
  loadNameHolders,
  type NameSpace,
  releaseName,
  renameWrites,
  reserveName,
} from '../../core/table/reserved-names.ts';
import { keyOf, type PrimaryKey, partition } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { labelEntity, labelNameEntity } from '../entities/labels.ts';
import { labelLimit } from '../problems.ts';
import { duplicateNameError } from '../rules/duplicate-name.ts';
import { type Label, type LabelKind, MAX_LABELS_PER_KIND } from '../rules/label.ts';

const COUNTERS: Record<LabelKind, string> = { label: 'labels', campaign: 'campaigns' };

function namesOf({ workspace_id, kind }: Pick<Label, 'workspace_id' | 'kind'>): NameSpace {
  return { entity: labelNameEntity, workspace_id, kind };
}

function labelKey(workspace_id: string, id: string): PrimaryKey {
  return keyOf(labelEntity, { workspace_id, id });
}

/** Load a label or campaign of a workspace, or null. */
export function loadLabel(workspaceId: string, id: string): Promise<Label | null> {
  return load<Label>(labelKey(workspaceId, id));
}

/** Load those of these labels and campaigns that exist, in no order. */
export async function loadLabels(workspaceId: string, ids: string[]): Promise<Label[]> {
  if (ids.length === 0) return [];
  return (await loadSupported<Label>([...new Set(ids)].map((id) => labelKey(workspaceId, id)))).records;
}

/** Load all labels and campaigns of a workspace: at most 1,000 of each. */
export function loadAllLabels(workspaceId: string): Promise<Label[]> {
  return loadPartition<Label>(partition(labelEntity, 'pk', { workspace_id: workspaceId }));
}

/** Load the ids of the labels with these names, in their order; null for a name that none has. */
export function loadLabelIds(
  workspaceId: string,
  names: { kind: LabelKind; name: string }[],
): Promise<(string | null)[]> {
  return loadNameHolders(names.map(({ kind, name }) => ({ ...namesOf({ workspace_id: workspaceId, kind }), name })));
}

/** Build the writes of new labels. Of two requests that create one name at once, the second runs again and finds it. */
export function newLabelWrites(labels: Label[]): Write[] {
  const first = labels[0];
  if (!first) return [];
  const counts = Map.groupBy(labels, ({ kind }) => kind);
  return [
    ...labels.flatMap((label) => [versioned(labelEntity, null, label), reserveName(namesOf(label), label)]),
    ...[...counts].map(([kind, { length }]): Write => {
      const name = COUNTERS[kind];
      return {
        ...counterIncrement(first.workspace_id, name, { [name]: length }),
        ifBelow: { attribute: name, limit: MAX_LABELS_PER_KIND - length + 1 },
        onConflict: () => limitError(kind),
      };
    }),
  ];
}

/** Build the writes that rename a label. They fail with 409 that names the label which has the name. */
export function renamedLabelWrites(before: Label, after: Label): Write[] {
  const nameTaken = (id: string) => duplicateNameError(before.kind, id);
  return [versioned(labelEntity, before, after), ...renameWrites(namesOf(before), before, after, nameTaken)];
}

/** Build the writes that delete a label. Items keep its id, which no label has any more. */
export function deletedLabelWrites(label: Label): Write[] {
  const { workspace_id, id, kind, name, version } = label;
  return [
    { delete: labelKey(workspace_id, id), condition: { version } },
    releaseName(namesOf(label), name),
    counterIncrement(workspace_id, COUNTERS[kind], { [COUNTERS[kind]]: -1 }),
  ];
}

function limitError(kind: LabelKind): ApiError {
  return labelLimit(`A workspace can have at most ${MAX_LABELS_PER_KIND} ${COUNTERS[kind]}.`);
}
