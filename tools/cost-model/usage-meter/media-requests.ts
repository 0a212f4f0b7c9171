import { mediaFiles, mediaId } from './fixtures/media.ts';
import type { RequestKind } from './requests.ts';

/** The endpoints of the media library that need files. */
// biome-ignore format: one row per line is what makes it a table.
export const MEDIA_REQUESTS: RequestKind[] = [
  { name: 'get a media file', operation: 'media.get', seed: mediaFiles, call: (_, index) => ({ method: 'GET', path: `/v1/media/${mediaId(index)}` }) },
  { name: 'list media files, 20 of many', operation: 'media.list', seed: mediaFiles, call: () => ({ method: 'GET', path: '/v1/media' }) },
  { name: 'delete a media file', operation: 'media.delete', seed: mediaFiles, call: (_, index) => ({ method: 'DELETE', path: `/v1/media/${mediaId(index)}` }) },
];
