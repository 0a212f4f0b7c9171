import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { type Label, type LabelKind, tidyLabel } from '../rules/labels.ts';
import { withLabelName } from '../store/label-names.ts';
import { loadLabelIds, newLabelWrites } from '../store/labels.ts';

/** What a request says of the labels and the campaign of an item: their names. */
type NamedLabels = { labels?: string[] | undefined; campaign?: string | null | undefined };

/**
 * Find the labels and the campaign that a request names, and build the writes that create the others, in the transaction
 * of the item. Returns the fields of the item that the request contains, with ids in place of names.
 */
export async function requestedLabels(
  { labels, campaign }: NamedLabels,
  owner: { workspaceId: string; userId: string },
  newId: (kind: IdKind) => string,
  nowMs: number,
): Promise<{ fields: NamedLabels; created: Label[]; writes: Write[] }> {
  const named = [
    ...(labels ?? []).map((name) => ({ kind: 'label' as const, name })),
    ...(campaign == null ? [] : [{ kind: 'campaign' as const, name: campaign }]),
  ];
  const found = await loadLabelIds(owner.workspaceId, named);
  const created: Label[] = [];
  const idOf = (kind: LabelKind, name: string) => {
    const position = named.findIndex((each) => each.kind === kind && each.name === name);
    found[position] ??= addLabel(created, { kind, name: tidyLabel(name) }, owner, newId, nowMs);
    return found[position];
  };
  const fields: NamedLabels = {};
  if (labels) fields.labels = labels.map((name) => idOf('label', name));
  if (campaign !== undefined) fields.campaign = campaign === null ? null : idOf('campaign', campaign);
  return { fields, created, writes: newLabelWrites(created) };
}

/**
 * Find the label that a request names, or null, and build the writes that create it otherwise. Returns its id, and the name
 * that it has.
 */
export async function requestedLabel(
  name: string | null,
  owner: { workspaceId: string; userId: string },
  newId: (kind: IdKind) => string,
  nowMs: number,
): Promise<{ id: string | null; name: string | null; writes: Write[] }> {
  if (name === null) return { id: null, name: null, writes: [] };
  const { fields, created, writes } = await requestedLabels({ labels: [name] }, owner, newId, nowMs);
  const id = fields.labels![0]!;
  const [found] = await withLabelName(owner.workspaceId, [{ label: id }], created);
  return { id, name: found!.label, writes };
}

function addLabel(
  created: Label[],
  { kind, name }: Pick<Label, 'kind' | 'name'>,
  owner: { workspaceId: string; userId: string },
  newId: (kind: IdKind) => string,
  nowMs: number,
): string {
  const id = newId('label');
  const author = { created_by: owner.userId, created_at: formatInstant(nowMs) };
  created.push({ id, workspace_id: owner.workspaceId, kind, name, ...author, version: 0 });
  return id;
}
