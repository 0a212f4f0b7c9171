import type { TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import { isAuthorizedFor } from '../../kit/simulator/oauth-grants.ts';
import type { SimulatedResponse, StreamedRequest } from '../../kit/simulator/simulated-http.ts';
import type { SimulatorStores } from '../../kit/simulator/simulated-platform.ts';
import { injectStreamFault, storeStream } from '../../kit/simulator/streamed-upload.ts';
import { INSTAGRAM_ERRORS } from './errors.ts';

const MAX_BYTES = 300_000_000;
const LIFE_MS = 24 * 3_600_000;

interface Reel {
  id: string;
  account: string;
  createdAtMs: number;
  size: number | null;
  uploadedAtMs: number | null;
}

/** The processing of a reel: what its container reports. */
export type ReelState = 'UPLOADING' | 'PROCESSING' | 'FAILED' | 'READY';

/** Open the resumable uploads of reels. Each belongs to a container. */
export function openReels({ store, scripts, files, grants }: SimulatorStores) {
  const { database } = store;
  database.exec(`CREATE TABLE IF NOT EXISTS instagram_reels (
    id TEXT PRIMARY KEY, account TEXT, createdAtMs INTEGER, size INTEGER, uploadedAtMs INTEGER)`);
  const add = database.prepare('INSERT INTO instagram_reels VALUES (?, ?, ?, NULL, NULL)');
  const setSize = database.prepare('UPDATE instagram_reels SET size = ? WHERE id = ?');
  const end = database.prepare('UPDATE instagram_reels SET uploadedAtMs = ? WHERE id = ?');
  const byId = database.prepare('SELECT * FROM instagram_reels WHERE id = ?');
  const find = (id: string) => byId.get(id) as unknown as Reel | undefined;
  const partsOf = (id: string) => `instagram ${id}`;

  function receivedBytes({ id, size, uploadedAtMs }: Reel): number {
    return uploadedAtMs === null ? files.receivedBytes(partsOf(id)) : Number(size);
  }

  /** The bytes of an upload arrive in one request after the other: those of a lost connection come first. */
  const arriving = new Map<string, Promise<unknown>>();

  async function receiveInTurn(request: StreamedRequest, id: string, maxShare: number): Promise<SimulatedResponse> {
    while (arriving.has(id)) await arriving.get(id);
    const received = receive(request, find(id)!, maxShare).finally(() => arriving.delete(id));
    arriving.set(id, received);
    return received;
  }

  async function receive(request: StreamedRequest, reel: Reel, maxShare: number): Promise<SimulatedResponse> {
    const { id, account } = reel;
    const [offset, size, length] = ['offset', 'file_size', 'content-length'].map((name) =>
      Number(request.headers[name] ?? Number.NaN),
    ) as [number, number, number];
    if (!Number.isSafeInteger(size) || size < 1 || size > MAX_BYTES) return rejected('The file_size is not valid');
    if (reel.size !== null && reel.size !== size) return rejected('The file_size has changed');
    if (reel.uploadedAtMs !== null) return rejected('The upload is complete');
    const received = receivedBytes(reel);
    if (offset !== received) return rejected(`The offset is ${received}`);
    if (length > size - offset) return rejected('More bytes than the file_size');
    setSize.run(size, id);
    const maxBytes = Math.floor((size - offset) * maxShare);
    const { bytes } = await storeStream(request, { files, upload: partsOf(id), offset, maxBytes });
    if (offset + bytes < size) return rejected('The upload is not complete', true);
    store.atomically(() => {
      files.complete(partsOf(id), { platform: 'instagram', account, id, contentType: 'video/mp4' });
      end.run(Date.now(), id);
    });
    return { status: 200, body: { success: true, message: 'Upload successful.' } };
  }

  return {
    /** Begin the upload of a container. */
    begin(id: string, account: string): void {
      add.run(id, account, Date.now());
    },
    /** Return the state of a container's upload; null for a container without one. */
    stateOf(id: string): ReelState | null {
      const reel = find(id);
      if (reel === undefined) return null;
      if (reel.uploadedAtMs === null) return 'UPLOADING';
      const { seconds, fails } = files.processingOf('instagram', reel.account);
      if (Date.now() < reel.uploadedAtMs + seconds * 1000) return 'PROCESSING';
      return fails ? 'FAILED' : 'READY';
    },
    /** Build the `video_status` of a container; undefined for a container without an upload. */
    describe(id: string): object | undefined {
      const reel = find(id);
      if (reel === undefined) return undefined;
      const status = reel.uploadedAtMs === null ? 'in_progress' : 'complete';
      return {
        uploading_phase: { status, bytes_transferred: receivedBytes(reel) },
        processing_phase: { status: this.stateOf(id) === 'READY' ? 'complete' : 'not_started' },
      };
    },
    /** Record that a post shows the video of a container. */
    showIn(postId: string, id: string): void {
      files.showIn(postId, 'instagram', id);
    },
    /** Respond to an upload; null for any other request. */
    stream(request: StreamedRequest): Promise<SimulatedResponse> | null {
      const id = /^\/ig-api-upload\/v\d+\.0\/(\d+)$/.exec(request.path)?.[1];
      if (request.method !== 'POST' || id === undefined) return null;
      const token = /^OAuth (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
      const access: TokenAccess | null = token === undefined ? null : grants.accessOf('instagram', token);
      const reel = find(id);
      const isOwn = access?.state === 'valid' && reel !== undefined && isAuthorizedFor(access, reel.account);
      const script = scripts.takeForUpload('instagram', 'upload', reel?.account ?? null);
      const isAlive = reel !== undefined && Date.now() < reel.createdAtMs + LIFE_MS;
      return injectStreamFault(script, request, {
        receive: async (maxShare) => {
          if (!isOwn) return unauthorized();
          return isAlive ? receiveInTurn(request, reel.id, maxShare) : gone();
        },
        rejections: { ...INSTAGRAM_ERRORS, '401': unauthorized, expired: gone },
      });
    },
  };
}

function rejected(message: string, retriable = false): SimulatedResponse {
  const type = retriable ? 'PartialRequestError' : 'ProcessingFailedError';
  return { status: 400, body: { debug_info: { retriable, type, message } } };
}

const gone = (): SimulatedResponse => ({ ...rejected('The upload session was not found'), status: 404 });

function unauthorized(): SimulatedResponse {
  const message = 'User not authorized to perform this request';
  return { status: 400, body: { debug_info: { retriable: false, type: 'NotAuthorizedError', message } } };
}
