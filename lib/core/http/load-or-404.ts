import { notFoundError } from '../problems/request-errors.ts';
import { type IdKind, isId } from '../values/id.ts';

/**
 * Load a resource by its id. Throws the same 404 for an invalid, an unknown and another workspace's id. An invalid id
 * is not looked up, so that only valid ids become part of a table key.
 */
export async function loadOr404<T>(
  kind: IdKind,
  id: string | undefined,
  load: (id: string) => Promise<T | null>,
): Promise<T> {
  const record = id !== undefined && isId(kind, id) ? await load(id) : null;
  if (record === null) throw notFoundError();
  return record;
}
