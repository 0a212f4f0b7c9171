import { pick } from '../../core/values/pick.ts';
import type { MediaAsset } from './media-asset.ts';

const NO_FILE = {
  content_type: null,
  size_bytes: null,
  width: null,
  height: null,
  is_animated: null,
  duration_ms: null,
  video: null,
  adaptations: [],
  unsupported: [],
};

/** Return an asset as events show it: without URLs, which are secrets. */
export function toMediaView(asset: MediaAsset) {
  const { sha256: _, ...file } = asset.file ?? {};
  return {
    ...pick(asset, 'id', 'status'),
    // A file that was inspected by an older version lacks the later fields.
    ...NO_FILE,
    ...file,
    ...pick(asset, 'error', 'reference_count', 'created_by', 'created_at', 'updated_at'),
    expires_at: asset.reference_count > 0 ? null : asset.expires_at,
  };
}
