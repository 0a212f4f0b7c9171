import type { TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import {
  isObject,
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { field, forbidden, linkedInError } from './errors.ts';
import { mayPostAs } from './organizations.ts';
import { openLinkedInVideos } from './videos.ts';

/** Open the store of the images and videos uploaded to LinkedIn, each with its owner. */
export function openLinkedInMedia(stores: SimulatorStores) {
  const { store, files } = stores;
  const videos = openLinkedInVideos(stores);
  const { database } = store;
  database.exec('CREATE TABLE IF NOT EXISTS linkedin_images (urn TEXT PRIMARY KEY, owner TEXT, size INTEGER)');
  const add = database.prepare('INSERT INTO linkedin_images (urn, owner) VALUES (?, ?)');
  const fill = database.prepare('UPDATE linkedin_images SET size = ? WHERE urn = ?');
  const find = database.prepare('SELECT size FROM linkedin_images WHERE urn = ? AND owner = ?');

  function articleObjection(content: object, article: Record<string, unknown>, author: string) {
    if (unknownField(content as Record<string, unknown>, ['article']) !== undefined) {
      return field('/content', 'has more than one kind of content');
    }
    if (unknownField(article, ['source', 'title', 'description', 'thumbnail', 'thumbnailAltText']) !== undefined) {
      return field('/content/article', 'unrecognized field found but not allowed');
    }
    const { source, title, thumbnail } = article;
    if (typeof source !== 'string' || !URL.canParse(source)) return field('/content/article/source', 'is not a URL');
    if (typeof title !== 'string' || title === '') {
      return field('/content/article/title', 'field is required but not found');
    }
    if (thumbnail === undefined) return null;
    const found = find.get(String(thumbnail), author);
    const isUploaded = found !== undefined && found.size !== null;
    return isUploaded ? null : field('/content/article/thumbnail', 'is not an uploaded image');
  }

  return {
    /** Build the error for an invalid `content` of a new post; null for a valid one. */
    objection(content: unknown, author: string): SimulatedResponse | null {
      if (content === undefined) return null;
      if (isObject(content) && isObject(content.article)) return articleObjection(content, content.article, author);
      const { media, multiImage } = isObject(content) ? content : {};
      const many = isObject(multiImage) ? multiImage.images : undefined;
      const images = media === undefined ? many : [media];
      if (
        !isObject(content) ||
        unknownField(content, ['media', 'multiImage']) !== undefined ||
        !Array.isArray(images)
      ) {
        return field('/content', 'unrecognized field found but not allowed');
      }
      if (media === undefined && (images.length < 2 || images.length > 20)) {
        return field('/content/multiImage/images', 'takes 2 to 20 images');
      }
      const id = isObject(media) ? String(media.id) : '';
      if (id.startsWith('urn:li:video:')) {
        const unknown = unknownField(media as Record<string, unknown>, ['id', 'title']);
        return unknown === undefined ? videos.objection(id, author) : field('/content/media', `has ${unknown}`);
      }
      for (const image of images) {
        if (!isObject(image) || unknownField(image, ['id', 'altText', 'title']) !== undefined) {
          return field('/content/media', 'unrecognized field found but not allowed');
        }
        const found = find.get(String(image.id), author);
        if (found === undefined || found.size === null) return field('/content/media/id', 'is not an uploaded image');
      }
      return null;
    },
    /** Record that a post shows the video of its content, if it has one. */
    showIn(postId: string, content: unknown): void {
      const media = isObject(content) && isObject(content.media) ? content.media : {};
      files.showIn(postId, 'linkedin', String(media.id));
    },
    answerPart: videos.answerPart,
    answerVideo: videos.answer,
    /** Respond to `POST /rest/images?action=initializeUpload`. */
    beginUpload(request: SimulatedRequest, access: TokenAccess): SimulatedResponse {
      const body = jsonObject(request.body) ?? {};
      const begin = body.initializeUploadRequest;
      if (unknownField(body, ['initializeUploadRequest']) !== undefined || !isObject(begin)) {
        return field('/initializeUploadRequest', 'field is required but not found');
      }
      if (unknownField(begin, ['owner']) !== undefined || typeof begin.owner !== 'string') {
        return field('/initializeUploadRequest/owner', 'field is required but not found');
      }
      if (!mayPostAs(access, begin.owner)) return forbidden('images.CREATE');
      const id = store.newId();
      add.run(`urn:li:image:${id}`, begin.owner);
      const value = {
        uploadUrl: `${request.origin}/_simulator/linkedin/dms-uploads/${id}`,
        uploadUrlExpiresAt: Date.now() + 86_400_000,
        image: `urn:li:image:${id}`,
      };
      return { status: 200, body: { value } };
    },
    /** Respond to a `PUT` to the URL of an upload. */
    fill(request: SimulatedRequest, id: string): SimulatedResponse {
      if (request.body.length === 0) return linkedInError(400, 'The image is empty');
      const { changes } = fill.run(request.body.length, `urn:li:image:${id}`);
      return changes === 0 ? linkedInError(404, 'There is no such upload') : { status: 201 };
    },
  };
}
