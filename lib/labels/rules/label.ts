import { nameKey } from '../../core/values/name-key.ts';
import { labelLimit } from '../problems.ts';

export const LABEL_KINDS = ['label', 'campaign'] as const;
export type LabelKind = (typeof LABEL_KINDS)[number];

/** The most labels of one item. It has at most one campaign. */
export const MAX_LABELS = 20;
/** The most labels of a workspace, and the most campaigns. */
export const MAX_LABELS_PER_KIND = 1_000;

/** The most writes of a transaction, without those of the request itself: its idempotency key and the budgets of agents. */
const MAX_WRITES = 95;

/** A label or a campaign of a workspace. Items have its id, so that a new name is theirs at once. */
export interface Label {
  id: string;
  workspace_id: string;
  kind: LabelKind;
  name: string;
  created_by: string;
  created_at: string;
  version: number;
}

/** Return a name as it is stored: without outer white space, and with single spaces. */
export function tidyLabel(name: string): string {
  return name.trim().replaceAll(/\s+/gu, ' ');
}

/** Return whether no two names of a request are the same label. */
export function areDifferentLabels(names: readonly string[]): boolean {
  return new Set(names.map(nameKey)).size === names.length;
}

/** Return a label as the API shows it. */
export function toLabelView({ id, kind, name, created_at }: Label) {
  return { id, kind, name, created_at };
}

/** Return a label with a new name. */
export function renameLabel(label: Label, name: string): Label {
  return { ...label, name: tidyLabel(name) };
}

/** Throw 409 when one transaction cannot create all labels of a request with the item that has them. */
export function assertFewWrites(writes: number): void {
  if (writes <= MAX_WRITES) return;
  const detail = 'The change of the item is too large to create all its labels with it. Send fewer new labels at once.';
  throw labelLimit(detail);
}
