import { type FieldError, fieldError, validationError } from '../../core/problems/request-errors.ts';
import type { Write } from '../../core/table/commit.ts';
import { type IdKind, isId } from '../../core/values/id.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { type Label, type LabelKind, tidyLabel } from '../rules/label.ts';
import { withLabelName } from '../store/label-names.ts';
import { loadLabelIds, newLabelWrites } from '../store/labels.ts';

/** What a request says of the labels and the campaign of an item: their names. */
type NamedLabels = { labels?: string[] | undefined; campaign?: string | null | undefined };

/** Who creates labels. An agent creates none: it would use up those of the members. */
type LabelOwner = { workspaceId: string; userId: string; agent?: object | null };

type NamedLabel = { kind: LabelKind; name: string; pointer: string };

/**
 * Find the labels and the campaign that a request names, and build the writes that create the others, in the transaction
 * of the item. Returns the fields of the item that the request contains, with ids in place of names. Throws 422 for one that
 * does not exist and cannot be created: by an agent, or with the form of an id.
 */
export async function requestedLabels(
  { labels, campaign }: NamedLabels,
  owner: LabelOwner,
  newId: (kind: IdKind) => string,
  nowMs: number,
): Promise<{ fields: NamedLabels; created: Label[]; writes: Write[] }> {
  const named: NamedLabel[] = [
    ...(labels ?? []).map((name, index) => ({ kind: 'label' as const, name, pointer: `/labels/${index}` })),
    ...(campaign == null ? [] : [{ kind: 'campaign' as const, name: campaign, pointer: '/campaign' }]),
  ];
  const found = await loadLabelIds(owner.workspaceId, named);
  const errors = named.flatMap((each, index) => (found[index] ? [] : (unknownLabel(each, owner) ?? [])));
  if (errors.length > 0) throw validationError(errors);
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
  owner: LabelOwner,
  newId: (kind: IdKind) => string,
  nowMs: number,
): Promise<{ id: string | null; name: string | null; writes: Write[] }> {
  if (name === null) return { id: null, name: null, writes: [] };
  if (isId('label', name)) throw fieldError('/label', ...NAMED_BY_ID);
  const { fields, created, writes } = await requestedLabels({ labels: [name] }, owner, newId, nowMs);
  const id = fields.labels![0]!;
  const [found] = await withLabelName(owner.workspaceId, [{ label: id }], created);
  return { id, name: found!.label, writes };
}

const NAMED_BY_ID = ['unknown_label', 'Must be a name. This is an id, and no label has it as its name.'] as const;

function unknownLabel({ kind, name, pointer }: NamedLabel, { agent }: LabelOwner): FieldError | null {
  const [code, detail] = NAMED_BY_ID;
  if (isId('label', name)) return { pointer, code, detail };
  if (!agent) return null;
  const hint = `An agent uses existing ${kind}s only, such as those of other posts: leave it out, or ask a person to create it.`;
  return { pointer, code: `unknown_${kind}`, detail: `The workspace has no ${kind} with this name. ${hint}` };
}

function addLabel(
  created: Label[],
  { kind, name }: Pick<Label, 'kind' | 'name'>,
  owner: LabelOwner,
  newId: (kind: IdKind) => string,
  nowMs: number,
): string {
  const id = newId('label');
  const author = { created_by: owner.userId, created_at: formatInstant(nowMs) };
  created.push({ id, workspace_id: owner.workspaceId, kind, name, ...author, version: 0 });
  return id;
}
