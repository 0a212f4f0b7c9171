import type { Media } from '../../kit/definition/platform-definition.ts';
import { classifyNoResponse, missingPostId, toPrepareFailure } from '../../kit/http/classification.ts';
import { getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import { downloadImage } from '../../kit/media/media.ts';
import type { Access, PrepareFailure } from '../../kit/publisher.ts';
import { call, classify } from './request.ts';

const CONTENT_TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** The images of a post. */
export const IMAGE_RULES = { platformName: 'Bluesky', maxCount: 4, maxBytes: 2_000_000, contentTypes: CONTENT_TYPES };

/** The image of a link card. */
export const THUMBNAIL_RULES = { ...IMAGE_RULES, maxCount: 1, maxBytes: 1_000_000 };

/** Far longer than the reference to a blob. */
const MAX_REFERENCE_CHARACTERS = 500;

/** Read an image and upload it. Returns the JSON of the reference that a record contains. */
export async function uploadImage(
  image: Media,
  position: number,
  rules: typeof IMAGE_RULES,
  ...access: Access
): Promise<string | PrepareFailure> {
  const [account, connection] = access;
  const fetched = await downloadImage(image, position, connection, rules);
  if (fetched.outcome !== 'fetched') return fetched;
  const { bytes: body, contentType } = fetched.image;
  const uploaded = await call('com.atproto.repo.uploadBlob', { body, contentType }, ...access);
  if (uploaded.response === null) return toPrepareFailure(classifyNoResponse(uploaded));
  if (!isSuccess(uploaded.response)) return toPrepareFailure(classify(uploaded.response, account));
  const blob = parseBlob(getPath(parseJsonBody(uploaded.response), 'blob'));
  return blob ?? toPrepareFailure(missingPostId(uploaded.response.status));
}

/** Return the JSON of the reference to a blob; null for anything else. */
export function parseBlob(blob: unknown): string | null {
  if (typeof getPath(blob, 'ref', '$link') !== 'string') return null;
  const reference = JSON.stringify(blob);
  return reference.length <= MAX_REFERENCE_CHARACTERS ? reference : null;
}
