import { type ImagePlan, planImage } from '../../domain/media/image-plan.ts';
import type { MediaFile } from '../../domain/media/media-asset.ts';
import { PLATFORMS, type Platform } from '../../domain/platform.ts';
import { adaptImage } from '../../media/adapt-image.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import type { InspectedFile } from './inspect-file.ts';

/** Stores the bytes of an adaptation to a platform. */
type Store = (platform: Platform, bytes: Uint8Array, contentType: string) => Promise<void>;

/** Adapt an inspected file to the limits of each platform, one after the other, and return it with what became of it. */
export async function adaptFile({ bytes, file }: InspectedFile, store: Store): Promise<MediaFile> {
  const adaptations: MediaFile['adaptations'] = [];
  const unsupported: MediaFile['unsupported'] = [];
  for (const platform of PLATFORMS) {
    const plan: ImagePlan = planImage(file, platform);
    if (plan.kind === 'unsupported') unsupported.push({ platform, code: plan.code, message: plan.message });
    if (plan.kind !== 'adapt') continue;
    const adapted = await adaptImage(bytes, file.content_type, plan.target);
    if (adapted === null) {
      const limit = plan.target.maxBytes.toLocaleString('en-US');
      const message = `${PLATFORM_TABLE[platform].displayName} takes images of at most ${limit} bytes. The image is larger even with a fraction of its pixels.`;
      unsupported.push({ platform, code: 'image_too_large', message });
      continue;
    }
    const { bytes: stored, contentType: content_type, width, height, changes } = adapted;
    await store(platform, stored, content_type);
    adaptations.push({ platform, content_type, size_bytes: stored.byteLength, width, height, changes });
  }
  return { ...file, adaptations, unsupported };
}
