import { isObject } from '../../kit/simulator/simulated-http.ts';

const MAX_GRAPHEMES = 300;
const MAX_BYTES = 3_000;
const MAX_IMAGES = 4;
const MAX_IMAGE_BYTES = 2_000_000;
const MAX_VIDEO_BYTES = 300_000_000;
const MAX_THUMBNAIL_BYTES = 1_000_000;
const POST_URI = /^at:\/\/did:[a-z]+:[\w.:%-]+\/app\.bsky\.feed\.post\/[2-7a-z]{13}$/;
const CID = /^bafyrei[a-z2-7]{52}$/;
const segmenter = new Intl.Segmenter();

/** Return the blobs that a post refers to, with the largest size of each. */
export function blobsOf(record: Record<string, unknown>): { blob: unknown; maxBytes: number; path: string }[] {
  const { embed } = record;
  if (!isObject(embed)) return [];
  if (Array.isArray(embed.images)) {
    return embed.images.map((each, index) => {
      const blob = isObject(each) ? each.image : undefined;
      return { blob, maxBytes: MAX_IMAGE_BYTES, path: `$.embed.images[${index}].image` };
    });
  }
  if (embed.video !== undefined) return [{ blob: embed.video, maxBytes: MAX_VIDEO_BYTES, path: '$.embed.video' }];
  const thumb = isObject(embed.external) ? embed.external.thumb : undefined;
  return thumb === undefined ? [] : [{ blob: thumb, maxBytes: MAX_THUMBNAIL_BYTES, path: '$.embed.external.thumb' }];
}

/** Find the first rule of `app.bsky.feed.post` that a record violates; null for a valid one. */
export function postViolation(record: Record<string, unknown>): string | null {
  const { text, createdAt } = record;
  if (typeof text !== 'string') return 'Expected string value type at $.text';
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) return `string too big (maximum ${MAX_BYTES} bytes, got ${bytes}) at $.text`;
  const graphemes = [...segmenter.segment(text)].length;
  if (graphemes > MAX_GRAPHEMES)
    return `string too big (maximum ${MAX_GRAPHEMES} graphemes, got ${graphemes}) at $.text`;
  if (createdAt === undefined) return 'Missing required key "createdAt" at $';
  if (typeof createdAt !== 'string' || Number.isNaN(Date.parse(createdAt))) return 'Invalid datetime at $.createdAt';
  return replyViolation(record.reply) ?? facetViolation(record.facets, bytes) ?? embedViolation(record.embed);
}

function replyViolation(reply: unknown): string | null {
  if (reply === undefined) return null;
  if (!isObject(reply)) return 'Expected object value type at $.reply';
  for (const name of ['root', 'parent']) {
    const reference = reply[name];
    if (!isObject(reference)) return `Missing required key "${name}" at $.reply`;
    if (typeof reference.uri !== 'string' || !POST_URI.test(reference.uri))
      return `Invalid AT-URI at $.reply.${name}.uri`;
    if (typeof reference.cid !== 'string' || !CID.test(reference.cid)) return `Invalid CID at $.reply.${name}.cid`;
  }
  return null;
}

function facetViolation(facets: unknown, textBytes: number): string | null {
  if (facets === undefined) return null;
  if (!Array.isArray(facets)) return 'Expected array value type at $.facets';
  const isValid = facets.every((facet) => {
    const { byteStart, byteEnd } = isObject(facet) && isObject(facet.index) ? facet.index : {};
    return Number(byteStart) >= 0 && Number(byteEnd) > Number(byteStart) && Number(byteEnd) <= textBytes;
  });
  return isValid ? null : 'Invalid range at $.facets';
}

function embedViolation(embed: unknown): string | null {
  if (embed === undefined) return null;
  if (!isObject(embed)) return 'Expected object value type at $.embed';
  if (embed.$type === 'app.bsky.embed.external') {
    const { external } = embed;
    const fields = ['uri', 'title', 'description'];
    const missing = isObject(external) ? fields.find((name) => typeof external[name] !== 'string') : 'external';
    return missing === undefined ? null : `Missing required key "${missing}" at $.embed.external`;
  }
  if (embed.$type === 'app.bsky.embed.video') return videoViolation(embed);
  const { images } = embed;
  if (!Array.isArray(images)) return 'Missing required key "images" at $.embed';
  if (images.length > MAX_IMAGES) {
    return `array too big (maximum ${MAX_IMAGES}, got ${images.length}) at $.embed.images`;
  }
  const index = images.findIndex((each) => !isObject(each) || typeof each.alt !== 'string');
  return index === -1 ? null : `Missing required key "alt" at $.embed.images[${index}]`;
}

function videoViolation({ video, aspectRatio }: Record<string, unknown>): string | null {
  if (!isObject(video)) return 'Missing required key "video" at $.embed';
  if (video.mimeType !== 'video/mp4') return `Expected "video/mp4" (got ${video.mimeType}) at $.embed.video.mimeType`;
  if (aspectRatio === undefined) return null;
  const { width, height } = isObject(aspectRatio) ? aspectRatio : {};
  const isValid = [width, height].every((side) => Number.isSafeInteger(side) && Number(side) >= 1);
  return isValid ? null : 'Invalid integer at $.embed.aspectRatio';
}
