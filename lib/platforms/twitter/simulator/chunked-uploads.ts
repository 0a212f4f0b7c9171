import { injectUploadFault } from '../../kit/simulator/fault-injection.ts';
import {
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { invalid, problem, unauthorized, X_ERRORS } from './errors.ts';
import { parseMultipart } from './multipart.ts';

const MAX_SEGMENT_BYTES = 5 * 1024 * 1024;
const MAX_SEGMENTS = 1_000;
const LIFE_SECONDS = 86_400;

/** The categories of moving media: their types and largest sizes. */
const CATEGORIES: Record<string, { types: string[]; maxBytes: number }> = {
  tweet_video: { types: ['video/mp4', 'video/quicktime', 'video/webm'], maxBytes: 512 * 1024 * 1024 },
  tweet_gif: { types: ['image/gif'], maxBytes: 15 * 1024 * 1024 },
};

interface Upload {
  id: string;
  account: string;
  category: string;
  type: string;
  totalBytes: number;
  createdAtMs: number;
  finalizedAtMs: number | null;
  processingSeconds: number;
  fails: number;
}

const gone = () => problem(404, 'Not Found', 'The media upload could not be found; it may have expired.');
const REJECTIONS = { ...X_ERRORS, '401': unauthorized, expired: gone };

/** Open the chunked uploads of videos and GIFs: initialize, append, finalize, status. */
export function openChunkedUploads({ store, scripts, files }: SimulatorStores) {
  const { database } = store;
  database.exec(`CREATE TABLE IF NOT EXISTS x_uploads (id TEXT PRIMARY KEY, account TEXT, category TEXT, type TEXT,
    totalBytes INTEGER, createdAtMs INTEGER, finalizedAtMs INTEGER, processingSeconds INTEGER, fails INTEGER)`);
  const add = database.prepare('INSERT INTO x_uploads VALUES (?, ?, ?, ?, ?, ?, NULL, 0, 0)');
  const end = database.prepare('UPDATE x_uploads SET finalizedAtMs = ?, processingSeconds = ?, fails = ? WHERE id = ?');
  const byId = database.prepare('SELECT * FROM x_uploads WHERE id = ?');

  const find = (id: string) => byId.get(id) as unknown as Upload | undefined;
  /** The parts of an upload are stored under their index, because segments need not have the same size. */
  const partsOf = (id: string) => `x ${id}`;

  function findAlive(id: string, account: string): Upload | undefined {
    const upload = find(id);
    const isAlive = upload?.account === account && Date.now() < upload.createdAtMs + LIFE_SECONDS * 1000;
    return isAlive ? upload : undefined;
  }

  function processingInfo({ finalizedAtMs, processingSeconds, fails }: Upload): object {
    const leftMs = Number(finalizedAtMs) + processingSeconds * 1000 - Date.now();
    if (leftMs > 0) {
      const isNew = leftMs > processingSeconds * 900;
      const check_after_secs = Math.min(5, Math.ceil(leftMs / 1000));
      return isNew
        ? { state: 'pending', check_after_secs }
        : { state: 'in_progress', check_after_secs, progress_percent: 50 };
    }
    if (fails === 0) return { state: 'succeeded', progress_percent: 100 };
    return { state: 'failed', error: { code: 1, name: 'InvalidMedia', message: 'Unsupported video codec' } };
  }

  function describe(upload: Upload): SimulatedResponse {
    const { id, totalBytes, finalizedAtMs } = upload;
    const data = { id, media_key: `13_${id}`, size: totalBytes, expires_after_secs: LIFE_SECONDS };
    const processing = finalizedAtMs === null ? {} : { processing_info: processingInfo(upload) };
    return { status: 200, body: { data: { ...data, ...processing } } };
  }

  function initialize(request: SimulatedRequest, account: string): SimulatedResponse {
    const body = jsonObject(request.body) ?? {};
    const fields = ['media_type', 'total_bytes', 'media_category', 'additional_owners', 'shared'];
    const unknown = unknownField(body, fields);
    if (unknown !== undefined) return invalid(unknown, `$.${unknown}: is not defined in the schema`);
    const { media_type: type, total_bytes: total, media_category: category } = body;
    const rules = Object.hasOwn(CATEGORIES, String(category)) ? CATEGORIES[String(category)] : undefined;
    if (rules === undefined) return invalid('media_category', '$.media_category: is not an enum value');
    if (!rules.types.includes(String(type))) return invalid('media_type', '$.media_type: does not fit the category');
    if (!Number.isSafeInteger(total) || Number(total) < 1) return invalid('total_bytes', 'must be a positive integer');
    if (Number(total) > rules.maxBytes) return invalid('total_bytes', `File size exceeds ${rules.maxBytes} bytes.`);
    const id = store.newId();
    add.run(id, account, String(category), String(type), Number(total), Date.now());
    return { status: 200, body: { data: { id, media_key: `13_${id}`, expires_after_secs: LIFE_SECONDS } } };
  }

  /** Take a segment. The next one, or one that was received already with the same bytes. */
  function append(request: SimulatedRequest, { id, totalBytes, finalizedAtMs }: Upload): SimulatedResponse {
    const { segment_index: index, media } = parseMultipart(request) ?? {};
    if (index === undefined || media === undefined) return invalid('media', '$.media: is missing but it is required');
    if (!/^\d{1,3}$/.test(index.toString()) || Number(index) >= MAX_SEGMENTS) {
      return invalid('segment_index', 'must be an integer from 0 to 999');
    }
    if (media.length > MAX_SEGMENT_BYTES) return problem(413, 'Payload Too Large', 'The segment is larger than 5 MB.');
    if (finalizedAtMs !== null) return invalid('id', 'The upload is finalized.');
    const segment = Number(index);
    const known = files.part(partsOf(id), segment);
    const isSame = known !== undefined && Buffer.compare(known, media) === 0;
    if (known !== undefined && !isSame) return invalid('media', 'The segment was received with other bytes.');
    if (segment > 0 && files.part(partsOf(id), segment - 1) === undefined) {
      return invalid('segment_index', 'The segment before this one is missing.');
    }
    const received = files.receivedBytes(partsOf(id)) + (isSame ? 0 : media.length);
    if (received > totalBytes) return invalid('media', 'More bytes than total_bytes.');
    if (!isSame) files.putPart(partsOf(id), segment, media);
    const expires_at = Math.floor(Date.now() / 1000) + LIFE_SECONDS;
    return { status: 200, body: { data: { expires_at } } };
  }

  function finalize(upload: Upload): SimulatedResponse {
    const { id, account, type, totalBytes, finalizedAtMs } = upload;
    if (finalizedAtMs !== null) return invalid('id', 'The upload is finalized.');
    const received = files.receivedBytes(partsOf(id));
    if (received !== totalBytes) return invalid('id', `Received ${received} of ${totalBytes} bytes.`);
    const { seconds, fails } = files.processingOf('twitter', account);
    store.atomically(() => {
      files.complete(partsOf(id), { platform: 'twitter', account, id, contentType: type });
      end.run(Date.now(), seconds, fails ? 1 : 0, id);
    });
    return describe(find(id)!);
  }

  return {
    /** Return whether an upload of an account is a GIF or a video that a post can show; null for no such upload. */
    isReady(id: string): boolean | null {
      const upload = find(id);
      if (upload === undefined) return null;
      const { finalizedAtMs, processingSeconds, fails } = upload;
      return finalizedAtMs !== null && fails === 0 && Date.now() >= finalizedAtMs + processingSeconds * 1000;
    },
    /** Respond to a request to the chunked endpoints; null for any other one. */
    answer(request: SimulatedRequest, account: string): SimulatedResponse | null {
      const { method, path, query } = request;
      if (method === 'POST' && path === '/2/media/upload/initialize') return initialize(request, account);
      if (method === 'GET' && path === '/2/media/upload') {
        if (query.get('command') !== 'STATUS') return invalid('command', '$.command: is not an enum value');
        const upload = findAlive(query.get('media_id') ?? '', account);
        return upload === undefined ? gone() : describe(upload);
      }
      const [, id, step] = /^\/2\/media\/upload\/(\d+)\/(append|finalize)$/.exec(path) ?? [];
      if (method !== 'POST' || id === undefined) return null;
      const upload = findAlive(id, account);
      if (upload === undefined) return gone();
      const script = scripts.takeForUpload('twitter', step === 'append' ? 'upload' : 'finalize', account);
      const receive = () => (step === 'append' ? append(request, upload) : finalize(upload));
      return injectUploadFault(script, { receive, rejections: REJECTIONS });
    },
  };
}
