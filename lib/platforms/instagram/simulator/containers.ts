import {
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { graphError, INSTAGRAM_ERRORS } from './errors.ts';
import { openReels, type ReelState } from './reels.ts';

// biome-ignore format: one list
const FIELDS = [
  'image_url', 'video_url', 'caption', 'alt_text', 'is_carousel_item', 'media_type', 'children', 'upload_type',
  'share_to_feed',
];
const LIFE_MS = 24 * 3_600_000;
const MAX_CAPTION_CHARACTERS = 2_200;

export interface Container {
  id: string;
  account: string;
  /** One per line. */
  imageUrls: string;
  caption: string;
  createdAtMs: number;
  /** How long it is processed. */
  processingSeconds: number;
  polls: number;
  mediaId: string | null;
}

/** File names whose containers stay in a state, e.g. `https://a.example/expired.jpg`. */
const NAMED = /\/(in_progress|error|expired)\.jpe?g(?:\?|\n|$)/i;
const PNG = /\.png(?:\?|\n|$)/i;

/**
 * Compute the state of a container.
 *
 * It is finished after its first status request and the processing time of its account, and valid for 24 hours. PNG
 * images end in an error, and images with certain file names in the state of the name.
 */
function stateOf(container: Container, reel: ReelState | null): string {
  const { mediaId, createdAtMs, processingSeconds, imageUrls, polls } = container;
  if (mediaId !== null) return 'PUBLISHED';
  if (Date.now() - createdAtMs > LIFE_MS) return 'EXPIRED';
  if (reel !== null)
    return { UPLOADING: 'IN_PROGRESS', PROCESSING: 'IN_PROGRESS', FAILED: 'ERROR', READY: 'FINISHED' }[reel];
  const named = NAMED.exec(imageUrls)?.[1]?.toUpperCase();
  if (named === 'EXPIRED') return 'EXPIRED';
  const isProcessed = Date.now() >= createdAtMs + processingSeconds * 1_000;
  if (named === 'IN_PROGRESS' || polls === 0 || !isProcessed) return 'IN_PROGRESS';
  return named === 'ERROR' || PNG.test(imageUrls) ? 'ERROR' : 'FINISHED';
}

/** Open the store of the containers of Instagram accounts. */
export function openContainers(stores: SimulatorStores) {
  const { store } = stores;
  const { database } = store;
  const reels = openReels(stores);
  database.exec(`CREATE TABLE IF NOT EXISTS instagram_containers (
    id TEXT PRIMARY KEY, account TEXT, image_urls TEXT, caption TEXT, created_at_ms INTEGER,
    polls INTEGER DEFAULT 0, media_id TEXT);
    CREATE TABLE IF NOT EXISTS instagram_processing (account TEXT PRIMARY KEY, seconds INTEGER);`);
  const setProcessing = database.prepare('INSERT OR REPLACE INTO instagram_processing VALUES (?, ?)');
  const add = database.prepare(
    'INSERT INTO instagram_containers (id, account, image_urls, caption, created_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const columns = `SELECT id, account, image_urls AS imageUrls, caption, created_at_ms AS createdAtMs, polls,
    media_id AS mediaId, ifnull(seconds, 0) AS processingSeconds
    FROM instagram_containers LEFT JOIN instagram_processing USING (account)`;
  const findById = database.prepare(`${columns} WHERE id = ?`);
  const findByMedia = database.prepare(`${columns} WHERE media_id = ?`);
  const poll = database.prepare('UPDATE instagram_containers SET polls = polls + 1 WHERE id = ?');
  const publishAs = database.prepare('UPDATE instagram_containers SET media_id = ? WHERE id = ?');

  const find = (id: string) => findById.get(id) as unknown as Container | undefined;
  const ofMedia = (mediaId: string) => findByMedia.get(mediaId) as unknown as Container | undefined;

  /**
   * Return the images of a carousel's containers.
   *
   * Returns undefined unless they are 2 to 10 of this account.
   */
  function carouselUrls(children: string, account: string): string | undefined {
    const parts = children.split(',').map(find);
    if (parts.length < 2 || parts.length > 10) return undefined;
    if (parts.some((part) => part?.account !== account)) return undefined;
    return parts.map((part) => part?.imageUrls).join('\n');
  }

  return {
    find,
    /** Set how long images are processed by `{account, processing_seconds}`. @returns the error in the request, or null. */
    set(order: Record<string, unknown> = {}): string | null {
      const unknown = unknownField(order, ['account', 'processing_seconds']);
      if (unknown !== undefined) return `${unknown} is not one of account, processing_seconds`;
      const { account, processing_seconds: seconds } = order;
      if (typeof account !== 'string' || !/^\d+$/.test(account)) return 'account is an Instagram user id';
      if (!Number.isSafeInteger(seconds) || Number(seconds) < 0) return 'processing_seconds is a whole number from 0';
      setProcessing.run(account, Number(seconds));
      return null;
    },
    /** Create a container: `POST /{account}/media`. */
    create(request: SimulatedRequest, account: string): SimulatedResponse {
      const body = jsonObject(request.body);
      if (body === undefined) return graphError(100, 'Invalid parameter');
      const unknown = unknownField(body, FIELDS);
      if (unknown !== undefined) return graphError(100, `Invalid parameter: ${unknown}`);
      const { image_url: imageUrl, caption = '', media_type: mediaType, children } = body;
      if (typeof caption !== 'string') return graphError(100, 'Param caption must be a string');
      if ([...caption].length > MAX_CAPTION_CHARACTERS) return graphError(36004, 'The caption was too long', 2207010);
      let imageUrls: string | undefined;
      const isResumable = body.upload_type === 'resumable';
      if (mediaType === 'REELS') {
        if (body.alt_text !== undefined || body.is_carousel_item !== undefined || imageUrl !== undefined) {
          return graphError(100, 'A reel has a video only');
        }
        if (!isResumable && typeof body.video_url !== 'string') return graphError(100, 'The video_url is required');
        imageUrls = isResumable ? '' : String(body.video_url);
      } else if (isResumable || body.video_url !== undefined || body.share_to_feed !== undefined) {
        return graphError(100, 'Only reels have a video');
      } else if (mediaType === 'CAROUSEL') {
        imageUrls = carouselUrls(String(children), account);
        if (imageUrls === undefined) return graphError(100, 'Param children must be 2 to 10 containers');
      } else {
        if (mediaType !== undefined && mediaType !== 'IMAGE')
          return graphError(100, 'Param media_type is not offered here');
        if (typeof imageUrl !== 'string') return graphError(100, 'The parameter image_url is required');
        if (!/^https?:\/\//.test(imageUrl)) return graphError(9004, 'The media could not be fetched', 2207052);
        imageUrls = imageUrl;
      }
      const id = store.newId();
      add.run(id, account, imageUrls, caption, Date.now());
      if (!isResumable) return { status: 200, body: { id } };
      reels.begin(id, account);
      const uri = `${request.origin}/_simulator/instagram/ig-api-upload/${request.path.split('/')[1]}/${id}`;
      return { status: 200, body: { id, uri } };
    },
    /** Read a container, which counts as a status request. */
    describe(container: Container): Record<string, unknown> {
      const reel = reels.stateOf(container.id);
      const state = stateOf(container, reel);
      poll.run(container.id);
      const code = reel === null ? (PNG.test(container.imageUrls) ? 2207005 : 2207053) : 2207026;
      const failed = `Error: Media upload has failed with error code ${code}`;
      const video_status = reels.describe(container.id);
      return { id: container.id, status_code: state, status: state === 'ERROR' ? failed : state, video_status };
    },
    /** Publish a container: `POST /{account}/media_publish`. */
    publish(request: SimulatedRequest, account: string): SimulatedResponse {
      const body = jsonObject(request.body);
      const unknown = body === undefined ? 'body' : unknownField(body, ['creation_id']);
      if (body === undefined || unknown !== undefined) return graphError(100, `Invalid parameter: ${unknown}`);
      const container = find(String(body.creation_id));
      const state = container === undefined ? 'PUBLISHED' : stateOf(container, reels.stateOf(container.id));
      if (container === undefined || container.account !== account || state === 'PUBLISHED') {
        return graphError(24, 'The media with the given creation id could not be found', 2207006);
      }
      if (state === 'EXPIRED') return graphError(-2, 'The media has expired', 2207020);
      if (state !== 'FINISHED') return graphError(9007, 'The media is not ready to be published', 2207027);
      // Many posts have no caption, so a duplicate has the same caption and the same images.
      const earlier = store.findDuplicates('instagram', account, container.caption);
      const isSame = (mediaId: string) => ofMedia(mediaId)?.imageUrls === container.imageUrls;
      if (container.imageUrls !== '' && earlier.some(isSame)) return INSTAGRAM_ERRORS.duplicate();
      const id = store.newId();
      store.atomically(() => {
        store.addPost({ platform: 'instagram', id, account, text: container.caption });
        publishAs.run(id, container.id);
        reels.showIn(id, container.id);
      });
      return { status: 200, body: { id } };
    },
    stream: reels.stream,
    /** Return the URLs of the images of a medium. */
    imageUrlsOf(mediaId: string): string[] {
      return ofMedia(mediaId)?.imageUrls.split('\n') ?? [];
    },
  };
}

export type Containers = ReturnType<typeof openContainers>;
