import {
  isObject,
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { openChunkedUploads } from './chunked-uploads.ts';
import { invalid, problem } from './errors.ts';

const UPLOAD_FIELDS = ['media', 'media_category', 'media_type', 'additional_owners', 'shared'];
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MAX_DESCRIPTION_CHARACTERS = 1_000;

/** Open the store of the images and videos uploaded to X and of the posts with them. */
export function openXMedia(stores: SimulatorStores) {
  const { store, files } = stores;
  const { database } = store;
  const uploads = openChunkedUploads(stores);
  database.exec(`
    CREATE TABLE IF NOT EXISTS x_media (id TEXT PRIMARY KEY, size INTEGER, description TEXT);
    CREATE TABLE IF NOT EXISTS x_posts_with_media (id TEXT PRIMARY KEY);`);
  const add = database.prepare('INSERT INTO x_media (id, size) VALUES (?, ?)');
  const find = database.prepare('SELECT id FROM x_media WHERE id = ?');
  const describe = database.prepare('UPDATE x_media SET description = ? WHERE id = ?');
  const attach = database.prepare('INSERT INTO x_posts_with_media VALUES (?)');
  const attached = database.prepare('SELECT 1 FROM x_posts_with_media WHERE id = ?');

  return {
    /** Build the error for an invalid `media` of a new post; null for a valid one. */
    objection(media: unknown): SimulatedResponse | null {
      if (media === undefined) return null;
      const ids = isObject(media) ? media.media_ids : undefined;
      if (!isObject(media) || unknownField(media, ['media_ids', 'tagged_user_ids']) !== undefined) {
        return invalid('media', '$.media: is not defined in the schema');
      }
      if (!Array.isArray(ids) || ids.length < 1 || ids.length > 4) {
        return invalid('media.media_ids', '$.media.media_ids: there must be 1 to 4 items in the array');
      }
      const moving = ids.filter((id) => typeof id === 'string' && uploads.isReady(id) !== null);
      if (moving.length > 0 && ids.length > 1) {
        return invalid('media.media_ids', 'A post has up to 4 photos, or 1 animated GIF, or 1 video.');
      }
      const isUsable = (id: unknown) => typeof id === 'string' && (uploads.isReady(id) ?? find.get(id) !== undefined);
      return ids.every(isUsable) ? null : invalid('media.media_ids', 'Your media IDs are invalid.');
    },
    /** Record that a post has media. */
    attachTo(postId: string, media: unknown): void {
      attach.run(postId);
      const ids = isObject(media) && Array.isArray(media.media_ids) ? media.media_ids : [];
      for (const id of ids) files.showIn(postId, 'twitter', String(id));
    },
    /** Respond to a request of a chunked upload; null for any other one. */
    answerUpload: uploads.answer,
    isAttachedTo(postId: string): boolean {
      return attached.get(postId) !== undefined;
    },
    /** Respond to `POST /2/media/upload`. */
    upload(request: SimulatedRequest): SimulatedResponse {
      const body = jsonObject(request.body);
      let size = request.body.length;
      if (!request.headers['content-type']?.startsWith('multipart/form-data')) {
        if (body === undefined) return invalid('media', '$.media: is missing but it is required');
        const unknown = unknownField(body, UPLOAD_FIELDS);
        if (unknown !== undefined) return invalid(unknown, `$.${unknown}: is not defined in the schema`);
        if (typeof body.media !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(body.media)) {
          return invalid('media', '$.media: is not base64');
        }
        if (typeof body.media_category !== 'string') return invalid('media_category', 'is missing but it is required');
        size = Buffer.from(body.media, 'base64').length;
      }
      if (size > MAX_IMAGE_BYTES) return problem(413, 'Payload Too Large', 'The media is larger than 5 MB.');
      const id = store.newId();
      add.run(id, size);
      return { status: 200, body: { data: { id, media_key: `3_${id}`, expires_after_secs: 86_400, size } } };
    },
    /** Respond to `POST /2/media/metadata`, which sets the description of an image. */
    describe(request: SimulatedRequest): SimulatedResponse {
      const body = jsonObject(request.body) ?? {};
      const metadata = isObject(body.metadata) ? body.metadata : {};
      const text = isObject(metadata.alt_text) ? metadata.alt_text.text : undefined;
      if (unknownField(body, ['id', 'metadata']) !== undefined || typeof text !== 'string') {
        return invalid('metadata', '$.metadata.alt_text.text: must be a string');
      }
      if (text.length > MAX_DESCRIPTION_CHARACTERS) return invalid('metadata', 'alt_text is too long');
      const isKnown = uploads.isReady(String(body.id)) !== null;
      if (!isKnown && describe.run(text, String(body.id)).changes === 0)
        return invalid('id', 'Your media IDs are invalid.');
      return { status: 200, body: { data: { id: body.id, associated_metadata: { alt_text: { text } } } } };
    },
  };
}

export type XMedia = ReturnType<typeof openXMedia>;
