import { api, type Schemas, unwrap } from '../api/client.ts';
import { type Query, useQuery } from '../api/hooks.ts';

export type Label = Schemas['Label'];
export type LabelKind = Label['kind'];

/** Load the labels and the campaigns of the workspace, by name. */
export async function loadLabels(): Promise<Label[]> {
  return (await unwrap(api.GET('/labels'))).labels;
}

/** Load the labels and the campaigns, once for all that show them at the same time. */
export function useLabels(): Query<Label[]> {
  return useQuery('labels', loadLabels, { isShared: true });
}

/** Return the names of the labels, or of the campaigns. */
export function namesOf(labels: readonly Label[] | null, kind: LabelKind): string[] {
  return (labels ?? []).filter((label) => label.kind === kind).map(({ name }) => name);
}
