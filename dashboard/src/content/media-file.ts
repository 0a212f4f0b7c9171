import { api, type Schemas, unwrap } from '../api/client.ts';
import { type Query, useQuery } from '../api/hooks.ts';

/** A file of the media library. */
export type MediaFile = Schemas['Media'];

// Shorter than the URL of a file is valid.
const REMEMBERED_MS = 300_000;

const remembered = new Map<string, { file: MediaFile; untilMs: number }>();

/** Remember a file that was read, so that the screens that show it do not load it again. */
export function rememberFile(file: MediaFile): void {
  if (file.status === 'ready') remembered.set(file.id, { file, untilMs: Date.now() + REMEMBERED_MS });
}

/** Read a file of the library as it is now. */
export async function readFile(id: string, signal?: AbortSignal): Promise<MediaFile> {
  const file = await unwrap(api.GET('/media/{id}', { params: { path: { id } }, ...(signal ? { signal } : {}) }));
  rememberFile(file);
  return file;
}

/** Load a file of the library, once for all previews that show it. */
export function useMediaFile(id: string): Query<MediaFile> {
  return useQuery(`media ${id}`, async () => {
    const known = remembered.get(id);
    return known && known.untilMs > Date.now() ? known.file : readFile(id);
  });
}
