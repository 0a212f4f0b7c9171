import { createHash } from 'node:crypto';
import { openAsBlob, statSync } from 'node:fs';
import { basename } from 'node:path';
import { MediaExtras } from '../../typescript/src/media.ts';
import type { Transport } from '../../typescript/src/transport.ts';
import type { MediaItem } from '../../typescript/src/types.ts';
import { UsageError } from './usage.ts';

/** Assert that files can be read, before anything is sent. */
export function assertFiles(paths: readonly string[]): void {
  for (const path of paths) {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`${path} is no file.`);
  }
}

/**
 * Upload files to the media library, and return them with their texts. A repeat with the same key finds the files of the
 * first one.
 */
export async function uploadImages(
  transport: Transport,
  paths: readonly string[],
  { alts, key, onProgress }: { alts: readonly string[]; key: string; onProgress?: (text: string) => void },
): Promise<MediaItem[]> {
  const library = new MediaExtras(transport);
  const items: MediaItem[] = [];
  for (const [index, path] of paths.entries()) {
    const name = basename(path);
    const { id } = await library.upload(await openAsBlob(path), {
      idempotencyKey: createHash('sha256').update(`${key} file ${index}`).digest('hex'),
      ...(onProgress && {
        onProgress: (sent: number, total: number) =>
          onProgress(`Uploading ${name}: ${Math.floor((100 * sent) / total)} %`),
      }),
    });
    const alt = alts[index];
    items.push({ media_id: id, ...(alt && { alt }) });
  }
  return items;
}
