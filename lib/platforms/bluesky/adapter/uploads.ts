import type { Media } from '../../kit/definition/platform-definition.ts';
import { asArray } from '../../kit/http/json-response.ts';
import { uploadImages } from '../../kit/media/media.ts';
import { findVideo } from '../../kit/media/video.ts';
import type { Access, Preparation, PreparedState } from '../../kit/publisher.ts';
import { IMAGE_RULES, uploadImage } from './blobs.ts';
import { uploadVideo, videoEmbed } from './video.ts';

/** Upload the images or the video of a post. The preparation has the references to the blobs. */
export async function uploadMedia(media: Media[], preparation: Preparation, ...access: Access) {
  const video = findVideo(media);
  if (video) return uploadVideo(video, media, preparation, ...access);
  return uploadImages(media, IMAGE_RULES, 'images', preparation, (image, position) =>
    uploadImage(image, position, IMAGE_RULES, ...access),
  );
}

/** Build the embed of the media of a post from its preparation; null for a post without media. */
export function mediaEmbed(media: Media[], { video, images }: PreparedState): { $type: string } | null {
  if (typeof video === 'string') return videoEmbed(media[0], video);
  const references = asArray(images).map(String);
  if (references.length === 0) return null;
  // The key `alt` is required.
  const described = references.map((image, index) => ({ image: JSON.parse(image), alt: media[index]?.alt ?? '' }));
  return { $type: 'app.bsky.embed.images', ...{ images: described } };
}
