import { notFoundError } from '../domain/api-error.ts';
import { type IdKind, isId } from '../domain/id.ts';

/**
 * What `load` finds under an id, or 404: the same answer for an id of another form, of nobody and of
 * another workspace. An id that cannot exist is not looked up, so nothing odd ever reaches a key.
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
