import { EXPORTS_PREFIX } from '../../media/rules/media-keys.ts';
import type { Export } from './export.ts';

/** The media type of each format. */
export const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson' } as const;

type Owner = Pick<Export, 'workspace_id' | 'id'>;

/** Return the prefix of the keys of all objects of an export. */
export function exportPrefix({ workspace_id, id }: Owner): string {
  return `${EXPORTS_PREFIX}${workspace_id}/${id}/`;
}

/** Return the key of the rows that are not enough for a part. Only the token that the export names counts. */
export function exportRestKey(owner: Owner, token: string): string {
  return `${exportPrefix(owner)}rest-${token}`;
}

/** Return the key of the file of an export in the media bucket. */
export function exportKey(each: Owner & Pick<Export, 'kind' | 'format'>): string {
  return `${exportPrefix(each)}${each.kind}.${each.format}`;
}
