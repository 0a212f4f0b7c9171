import { deleteObject, listObjects, type StoredObject } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { settleInParts } from '../../core/stream/batches.ts';
import {
  CARDS_PREFIX,
  EXPORTS_PREFIX,
  FILES_PREFIX,
  IMPORTS_PREFIX,
  UPLOADS_PREFIX,
} from '../../media/rules/media-keys.ts';

const CONCURRENCY = 20;

/** Every prefix below which a workspace has files, in the order of their keys. */
const PREFIXES = [CARDS_PREFIX, EXPORTS_PREFIX, FILES_PREFIX, IMPORTS_PREFIX, UPLOADS_PREFIX].sort();

/** Yield the files of a workspace, in the order of their keys, at most 1,000 at a time; those after the key `cursor`. */
export async function* filePages(workspaceId: string, cursor: string | null): AsyncGenerator<StoredObject[], void> {
  for (const folder of PREFIXES) {
    const prefix = `${folder}${workspaceId}/`;
    let after = cursor?.startsWith(prefix) ? cursor : undefined;
    if (after === undefined && cursor !== null && cursor > prefix) continue;
    for (;;) {
      const page = await listObjects(requireEnv('MEDIA_BUCKET'), prefix, after);
      if (page.length === 0) break;
      yield page;
      after = page.at(-1)!.key;
    }
  }
}

/** Delete files of the media bucket. Those that are gone are no error. */
export async function deleteFiles(files: readonly StoredObject[]): Promise<void> {
  await settleInParts(files, CONCURRENCY, ({ key }) => deleteObject(requireEnv('MEDIA_BUCKET'), key));
}
