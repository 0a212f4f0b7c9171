import { IMPORTS_PREFIX } from '../../media/rules/media-keys.ts';
import type { ImportFormat } from './import-limits.ts';

type Owner = { workspace_id: string; id: string };

/** What an import stores in the media bucket besides the file itself. Each object is written once, under a token. */
export type ImportObject = 'rows' | 'progress' | 'corrections' | 'result';

/** Return the key of the file of an import, as it was sent. */
export function importFileKey({ workspace_id, id }: Owner): string {
  return `${IMPORTS_PREFIX}${workspace_id}/${id}/file`;
}

/** Return the key of an object of an import. An object without a reference in the import counts for nothing. */
export function importObjectKey(
  { workspace_id, id, format }: Owner & { format: ImportFormat },
  kind: ImportObject,
  token: string,
): string {
  return `${IMPORTS_PREFIX}${workspace_id}/${id}/${kind}-${token}.${kind === 'result' ? format : 'json'}`;
}
