import { acceptsImages } from '../../platforms/image-limits.ts';
import type { MediaFile } from '../../platforms/kit/definition/media-file.ts';
import { PLATFORMS, type Platform } from '../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { toRejection } from '../files/rejection.ts';
import { type AdaptedImage, adaptImage } from '../images/adapt-image.ts';
import { type ImageFacts, planImage, type Unsupported } from '../rules/image-plan.ts';
import type { InspectedImage } from './inspect-file.ts';

/** Stores the bytes of an adaptation to a platform. */
type Store = (platform: Platform, bytes: Uint8Array, contentType: string) => Promise<void>;

/** Adapt an inspected file to the limits of each platform with images, one after the other, and return it with its adaptations. */
export async function adaptFile({ bytes, file, frames, hasAlpha }: InspectedImage, store: Store): Promise<MediaFile> {
  const adaptations: MediaFile['adaptations'] = [];
  const unsupported: MediaFile['unsupported'] = [];
  for (const platform of PLATFORMS.filter(acceptsImages)) {
    const result = await adaptTo(platform, bytes, { ...file, frames, hasAlpha });
    if (result === null) continue;
    if ('code' in result) {
      unsupported.push({ platform, ...result });
      continue;
    }
    const { bytes: stored, contentType: content_type, width, height, changes } = result;
    await store(platform, stored, content_type);
    adaptations.push({ platform, content_type, size_bytes: stored.byteLength, width, height, changes });
  }
  return { ...file, adaptations, unsupported };
}

/** Adapt an image to a platform: null if it takes the image as it is, or the rule that no adaptation meets. */
async function adaptTo(
  platform: Platform,
  bytes: Uint8Array,
  file: ImageFacts,
): Promise<AdaptedImage | Unsupported | null> {
  const plan = planImage(file, platform);
  if (plan.kind === 'unchanged') return null;
  if (plan.kind === 'unsupported') return { code: plan.code, message: plan.message };
  const name = PLATFORM_TABLE[platform].displayName;
  try {
    const adapted = await adaptImage(bytes, file, plan.target);
    if (adapted !== null) return adapted;
  } catch (error) {
    // The same bytes fail again, so a repeat would not help.
    return {
      code: 'media_unsupported',
      message: `The image cannot be adapted to ${name}. ${toRejection(error).message}`,
    };
  }
  const limit = plan.target.limits.maxBytes.toLocaleString('en-US');
  const message = `${name} allows at most ${limit} bytes. The image has more with any number of pixels.`;
  return { code: 'image_too_large', message };
}
