import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { PAGING } from '../core/api/inexpressible-rules.ts';
import { acceptFile, type MediaAsset, newMediaAsset } from './rules/media-asset.ts';
import { mediaAssetWrites } from './store/media-assets.ts';

/** Build a file of the media library that is ready. */
export function readyFile(
  owner: Pick<MediaAsset, 'id' | 'workspace_id' | 'created_by'>,
  nowMs: number,
  contentType = 'image/jpeg',
): MediaAsset {
  const file = {
    content_type: contentType,
    size_bytes: 48_213,
    width: 1080,
    height: 1350,
    is_animated: false,
    duration_ms: null,
    video: null,
    adaptations: [],
    unsupported: [],
  };
  return acceptFile(newMediaAsset({ upload_bytes: file.size_bytes }, owner, nowMs), file, nowMs);
}

export const samples = defineSamples({
  path: '/v1/media/{id}',
  make: async ({ create }) => ({ id: await create('/media', { size_bytes: 1000 }) }),
  // One to be read, and one to be deleted.
  ids: [sampleId('media', 0), sampleId('media', 1)],
  store: ({ workspace_id, created_by, nowMs }, ids) =>
    ids.flatMap((id) => mediaAssetWrites(null, readyFile({ id, workspace_id, created_by }, nowMs))),
});

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'GET /media': PAGING,
};
