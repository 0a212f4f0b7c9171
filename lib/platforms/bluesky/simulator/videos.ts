import { randomBytes } from 'node:crypto';
import { isAuthorizedFor, type TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import {
  bearerToken,
  type SimulatedRequest,
  type SimulatedResponse,
  type StreamedRequest,
} from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { injectStreamFault, storeStream } from '../../kit/simulator/streamed-upload.ts';
import { BLUESKY_ERRORS, invalidRequest, invalidToken, missingToken, xrpcError } from './errors.ts';
import { blobCid, DID } from './identifiers.ts';

const MAX_BYTES = 300_000_000;
const MAX_TOKEN_SECONDS = 3_600;

interface Job {
  id: string;
  did: string;
  cid: string;
  size: number;
  createdAtMs: number;
}

/** Open the video service: uploads with tokens of the account's server, and jobs that process them. */
export function openVideoService(
  { store, scripts, files }: SimulatorStores,
  addBlob: (cid: string, repo: string, size: number) => void,
) {
  const { database } = store;
  database.exec(`CREATE TABLE IF NOT EXISTS bluesky_service_tokens (
      token TEXT PRIMARY KEY, did TEXT, aud TEXT, expiresAtMs INTEGER);
    CREATE TABLE IF NOT EXISTS bluesky_video_jobs (
      id TEXT PRIMARY KEY, did TEXT, cid TEXT, size INTEGER, createdAtMs INTEGER, UNIQUE (did, cid))`);
  const addToken = database.prepare('INSERT INTO bluesky_service_tokens VALUES (?, ?, ?, ?)');
  const findToken = database.prepare('SELECT did, aud, expiresAtMs FROM bluesky_service_tokens WHERE token = ?');
  const addJob = database.prepare('INSERT INTO bluesky_video_jobs VALUES (?, ?, ?, ?, ?)');
  const byId = database.prepare('SELECT * FROM bluesky_video_jobs WHERE id = ?');
  const byContent = database.prepare('SELECT * FROM bluesky_video_jobs WHERE did = ? AND cid = ?');

  const audienceOf = (headers: StreamedRequest['headers']) => `did:web:${headers.host!.replace(':', '%3A')}`;

  /** Build the state of a job. Its blob exists when it is completed. */
  function describe({ id: jobId, did, cid, size, createdAtMs }: Job): object {
    const { seconds, fails } = files.processingOf('bluesky', did);
    if (Date.now() < createdAtMs + seconds * 1000) return { jobId, did, state: 'JOB_STATE_ENCODING', progress: 50 };
    if (fails === true) {
      const failure = {
        error: 'unsupported_codec',
        failureCode: 'validation_failure',
        message: 'Unsupported video codec',
      };
      return { jobId, did, state: 'JOB_STATE_FAILED', ...failure };
    }
    if (fails) return { jobId, did, state: 'JOB_STATE_FAILED', failureCode: fails, message: 'Failed to process video' };
    addBlob(cid, did, size);
    const blob = { $type: 'blob', ref: { $link: cid }, mimeType: 'video/mp4', size };
    return { jobId, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob };
  }

  async function receive(request: StreamedRequest, did: string, maxShare: number): Promise<SimulatedResponse> {
    const length = Number(request.headers['content-length']);
    if (!Number.isSafeInteger(length)) return invalidRequest('content-length is required');
    if (length > MAX_BYTES) return xrpcError(413, 'PayloadTooLarge', 'The video is too large');
    const id = store.newId();
    const upload = `bluesky ${id}`;
    const { bytes } = await storeStream(request, { files, upload, offset: 0, maxBytes: Math.floor(length * maxShare) });
    if (bytes < length) {
      files.discard(upload);
      return xrpcError(400, 'InvalidRequest', 'The video is not complete');
    }
    const sha256 = files.digest(upload);
    const cid = blobCid(Buffer.from(sha256, 'hex'));
    const known = byContent.get(did, cid) as unknown as Job | undefined;
    if (known !== undefined) {
      files.discard(upload);
      const conflict = { ...describe(known), error: 'already_exists', message: 'Video already processed' };
      return { status: 409, body: conflict };
    }
    store.atomically(() => {
      files.complete(upload, { platform: 'bluesky', account: did, id: cid, contentType: 'video/mp4' }, sha256);
      addJob.run(id, did, cid, length, Date.now());
    });
    return { status: 200, body: { jobId: id, did, state: 'JOB_STATE_CREATED' } };
  }

  return {
    /** Respond to `com.atproto.server.getServiceAuth` at the server of an account. */
    authorize({ query, headers }: SimulatedRequest, access: TokenAccess): SimulatedResponse {
      const [aud, lxm, exp] = ['aud', 'lxm', 'exp'].map((name) => query.get(name)) as [string, string, string];
      if (aud !== audienceOf(headers)) return invalidRequest('The aud is not this server');
      if (lxm !== 'com.atproto.repo.uploadBlob') return invalidRequest('The lxm is not offered here');
      const seconds = Number(exp) - Date.now() / 1000;
      if (!(seconds > 0 && seconds <= MAX_TOKEN_SECONDS))
        return xrpcError(400, 'BadExpiration', 'The exp is not valid');
      const token = randomBytes(24).toString('base64url');
      addToken.run(token, access.account ?? '', aud, Number(exp) * 1000);
      return { status: 200, body: { token } };
    },
    /** Respond to `app.bsky.video.getJobStatus`, which needs no token. */
    status({ query }: SimulatedRequest): SimulatedResponse {
      const job = byId.get(query.get('jobId') ?? '') as unknown as Job | undefined;
      if (job === undefined) return xrpcError(404, 'NotFound', 'The job was not found');
      return { status: 200, body: { jobStatus: describe(job) } };
    },
    /** Respond to `app.bsky.video.uploadVideo`; null for any other request. */
    stream(request: StreamedRequest): Promise<SimulatedResponse> | null {
      if (`${request.method} ${request.path}` !== 'POST /video/xrpc/app.bsky.video.uploadVideo') return null;
      const did = request.query.get('did') ?? '';
      const token = findToken.get(bearerToken(request) ?? '');
      const isValid = token !== undefined && Number(token.expiresAtMs) > Date.now();
      const isOwn =
        isValid && isAuthorizedFor({ account: String(token.did) || null, state: 'valid' } as TokenAccess, did);
      const script = scripts.takeForUpload('bluesky', 'upload', did);
      return injectStreamFault(script, request, {
        receive: async (maxShare) => {
          if (bearerToken(request) === undefined) return missingToken();
          if (!isOwn || token.aud !== audienceOf(request.headers)) return invalidToken();
          if (!DID.test(did) || !request.query.get('name')) return invalidRequest('Params must have did and name');
          if (request.headers['content-type'] !== 'video/mp4') return invalidRequest('The video is not video/mp4');
          return receive(request, did, maxShare);
        },
        rejections: { ...BLUESKY_ERRORS, expired: invalidToken },
      });
    },
  };
}
