import { createHash } from 'node:crypto';
import { injectUploadFault } from '../../kit/simulator/fault-injection.ts';
import type { TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import {
  isObject,
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { field, forbidden, LINKEDIN_ERRORS, linkedInError } from './errors.ts';
import { mayPostAs } from './organizations.ts';

const PART_BYTES = 4_194_304;
const MAX_BYTES = 524_288_000;
const LIFE_MS = 24 * 3_600_000;
const PART_PATH = /^\/dms-uploads\/videos\/(\d+)\/(\d+)$/;

interface Video {
  urn: string;
  owner: string;
  size: number;
  token: string;
  createdAtMs: number;
  finalizedAtMs: number | null;
  processingSeconds: number;
  fails: number;
}

const REJECTIONS = { ...LINKEDIN_ERRORS, expired: () => linkedInError(410, 'The upload URL has expired') };

/** Open the videos of LinkedIn: their multi-part uploads and statuses. */
export function openLinkedInVideos({ store, scripts, files }: SimulatorStores) {
  const { database } = store;
  database.exec(`CREATE TABLE IF NOT EXISTS linkedin_videos (urn TEXT PRIMARY KEY, owner TEXT, size INTEGER, token TEXT,
    createdAtMs INTEGER, finalizedAtMs INTEGER, processingSeconds INTEGER, fails INTEGER)`);
  const add = database.prepare('INSERT INTO linkedin_videos VALUES (?, ?, ?, ?, ?, NULL, 0, 0)');
  const end = database.prepare(
    'UPDATE linkedin_videos SET finalizedAtMs = ?, processingSeconds = ?, fails = ? WHERE urn = ?',
  );
  const byUrn = database.prepare('SELECT * FROM linkedin_videos WHERE urn = ?');
  const find = (urn: string) => byUrn.get(urn) as unknown as Video | undefined;

  const partCount = ({ size }: Video) => Math.ceil(size / PART_BYTES);
  const signatureOf = (urn: string, part: number) => hash(`${urn} ${part}`).slice(0, 16);

  const etagOf = (bytes: Uint8Array) => `/ambry-video/signedId/${hash(bytes)}`;

  function storedEtag(urn: string, part: number): string | undefined {
    const bytes = files.part(urn, part);
    return bytes && etagOf(bytes);
  }

  function statusOf({ finalizedAtMs, processingSeconds, fails }: Video): string {
    if (finalizedAtMs === null) return 'WAITING_UPLOAD';
    if (Date.now() < finalizedAtMs + processingSeconds * 1000) return 'PROCESSING';
    return fails === 1 ? 'PROCESSING_FAILED' : 'AVAILABLE';
  }

  function initialize(request: SimulatedRequest, access: TokenAccess): SimulatedResponse {
    const body = jsonObject(request.body) ?? {};
    const begin = body.initializeUploadRequest;
    if (unknownField(body, ['initializeUploadRequest']) !== undefined || !isObject(begin)) {
      return field('/initializeUploadRequest', 'field is required but not found');
    }
    const fields = ['owner', 'fileSizeBytes', 'uploadCaptions', 'uploadThumbnail'];
    const unknown = unknownField(begin, fields);
    if (unknown !== undefined) return field(`/${unknown}`, 'unrecognized field found but not allowed');
    const { owner, fileSizeBytes: size } = begin;
    if (typeof owner !== 'string') return field('/initializeUploadRequest/owner', 'field is required but not found');
    if (!Number.isSafeInteger(size) || Number(size) < 1 || Number(size) > MAX_BYTES) {
      return field('/initializeUploadRequest/fileSizeBytes', `is not between 1 and ${MAX_BYTES}`);
    }
    if (begin.uploadCaptions !== false || begin.uploadThumbnail !== false) {
      return field('/initializeUploadRequest/uploadCaptions', 'is not offered here');
    }
    if (!mayPostAs(access, owner)) return forbidden('videos.CREATE');
    const id = store.newId();
    const urn = `urn:li:video:${id}`;
    const uploadToken = hash(urn);
    add.run(urn, owner, Number(size), uploadToken, Date.now());
    const uploadInstructions = Array.from({ length: partCount(find(urn)!) }, (_, part) => ({
      uploadUrl: `${request.origin}/_simulator/linkedin/dms-uploads/videos/${id}/${part}?sig=${signatureOf(urn, part)}`,
      firstByte: part * PART_BYTES,
      lastByte: Math.min((part + 1) * PART_BYTES, Number(size)) - 1,
    }));
    const value = { uploadUrlsExpireAt: Date.now() + LIFE_MS, video: urn, uploadInstructions, uploadToken };
    return { status: 200, body: { value } };
  }

  function receivePart(request: SimulatedRequest, video: Video, part: number): SimulatedResponse {
    const { urn, size, finalizedAtMs } = video;
    if (finalizedAtMs !== null) return linkedInError(400, 'The upload is finalized');
    if (request.headers['content-type'] !== 'application/octet-stream') {
      return linkedInError(415, 'The Content-Type is not application/octet-stream');
    }
    const expected = Math.min(PART_BYTES, size - part * PART_BYTES);
    if (request.body.length !== expected) {
      return linkedInError(400, `The part has ${request.body.length} bytes instead of ${expected}`);
    }
    files.putPart(urn, part, request.body);
    return { status: 200, headers: { etag: etagOf(request.body) } };
  }

  function finalize(request: SimulatedRequest, access: TokenAccess): SimulatedResponse {
    const body = jsonObject(request.body) ?? {};
    const order = body.finalizeUploadRequest;
    if (!isObject(order) || unknownField(order, ['video', 'uploadToken', 'uploadedPartIds']) !== undefined) {
      return field('/finalizeUploadRequest', 'field is required but not found');
    }
    const video = find(String(order.video));
    if (video === undefined || !mayPostAs(access, video.owner)) return linkedInError(404, 'There is no such video');
    const { urn, owner, token } = video;
    if (order.uploadToken !== token) return field('/finalizeUploadRequest/uploadToken', 'is not that of the upload');
    if (statusOf(video) !== 'WAITING_UPLOAD') return linkedInError(400, 'The upload is finalized');
    const etags = Array.from({ length: partCount(video) }, (_, part) => storedEtag(urn, part));
    const ids = Array.isArray(order.uploadedPartIds) ? order.uploadedPartIds : [];
    if (ids.length !== etags.length || etags.some((etag, part) => etag === undefined || etag !== ids[part])) {
      return field('/finalizeUploadRequest/uploadedPartIds', 'are not those of all parts in their order');
    }
    const { seconds, fails } = files.processingOf('linkedin', owner);
    store.atomically(() => {
      files.complete(urn, { platform: 'linkedin', account: owner, id: urn, contentType: 'video/mp4' });
      end.run(Date.now(), seconds, fails ? 1 : 0, urn);
    });
    return { status: 200 };
  }

  return {
    /** Build the error for a video that a new post cannot show; null for one that it can. */
    objection(urn: string, author: string): SimulatedResponse | null {
      const video = find(urn);
      const isUsable = video?.owner === author && statusOf(video) === 'AVAILABLE';
      return isUsable ? null : field('/content/media/id', 'is not a video that is available');
    },
    /** Respond to the upload of a part, whose URL is signed; null for any other request. */
    answerPart(request: SimulatedRequest): SimulatedResponse | null {
      const [, id, part] = PART_PATH.exec(request.path) ?? [];
      if (request.method !== 'PUT' || id === undefined) return null;
      const video = find(`urn:li:video:${id}`);
      const isSigned = video && request.query.get('sig') === signatureOf(video.urn, Number(part));
      if (!isSigned || Number(part) >= partCount(video)) return linkedInError(403, 'The signature does not match');
      if (Date.now() > video.createdAtMs + LIFE_MS) return REJECTIONS.expired();
      const script = scripts.takeForUpload('linkedin', 'upload', video.owner);
      const receive = () => receivePart(request, video, Number(part));
      return injectUploadFault(script, { receive, rejections: REJECTIONS });
    },
    /** Respond to `/rest/videos`; null for any other request. */
    answer(request: SimulatedRequest, access: TokenAccess): SimulatedResponse | null {
      const { method, path, query } = request;
      const action = query.get('action');
      if (method === 'POST' && path === '/rest/videos' && action === 'initializeUpload') {
        return initialize(request, access);
      }
      if (method === 'POST' && path === '/rest/videos' && action === 'finalizeUpload') {
        const order = jsonObject(request.body)?.finalizeUploadRequest;
        const owner = isObject(order) ? (find(String(order.video))?.owner ?? null) : null;
        const script = scripts.takeForUpload('linkedin', 'finalize', owner);
        return injectUploadFault(script, { receive: () => finalize(request, access), rejections: REJECTIONS });
      }
      const name = /^\/rest\/videos\/(.+)$/.exec(path)?.[1];
      if (method !== 'GET' || name === undefined) return null;
      const video = find(decodeURIComponent(name));
      if (video === undefined || !mayPostAs(access, video.owner)) return linkedInError(404, 'There is no such video');
      const status = statusOf(video);
      const reason = status === 'PROCESSING_FAILED' ? { processingFailureReason: 'Unsupported video codec' } : {};
      return { status: 200, body: { id: video.urn, owner: video.owner, status, ...reason } };
    },
  };
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
