import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, vi } from 'vitest';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import { requiresMedia } from '../../lib/platforms/content-rules.ts';
import { isLibraryMedia } from '../../lib/platforms/kit/definition/platform-definition.ts';
import type {
  PlatformConnection,
  PlatformSettings,
  Post,
  Preparation,
  PreparedState,
  PublishingAccount,
  PublishOutcome,
  TokenConnection,
} from '../../lib/platforms/kit/publisher.ts';
import type { ScriptName } from '../../lib/platforms/kit/simulator/fault-scripts.ts';
import { PLATFORM_TABLE, PLATFORMS, type Platform } from '../../lib/platforms/platforms.ts';
import { createSimulator } from '../../tools/simulator/simulator.ts';
import { accountOn } from './fixtures.ts';

export { TOKEN } from './fixtures.ts';

export const ACCOUNTS = Object.fromEntries(PLATFORMS.map((platform) => [platform, accountOn(platform)])) as Record<
  Platform,
  PublishingAccount
>;

/** Long enough that only a test about deadlines meets it. */
export const LONG_TIMEOUT_MS = 20_000;

/** These last until the deadline. */
const ENDLESS: readonly string[] = ['hang', 'drip'] satisfies ScriptName[];

/**
 * Send a post during a script, with a deadline of `LONG_TIMEOUT_MS`. When the script is endless, the deadline passes as
 * soon as the post has arrived, so no real time is limited.
 */
export async function sendDuring<T>(
  script: string,
  send: () => Promise<T>,
  hasArrived: () => Promise<boolean>,
): Promise<T> {
  if (!ENDLESS.includes(script)) return send();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const sent = send();
    await vi.waitFor(async () => expect(await hasArrived()).toBe(true), { timeout: 170_000, interval: 0 });
    vi.advanceTimersByTime(LONG_TIMEOUT_MS);
    return await sent;
  } finally {
    vi.useRealTimers();
  }
}

export const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

/** A post every platform takes: Instagram takes none without an image. */
export function makePost(platform: Platform, text = 'Hello from the suite'): Post {
  const image = { url: 'https://media.example/a.jpg', type: 'image' as const, alt: 'A dog' };
  return { text, media: requiresMedia(platform) ? [image] : [] };
}

/** The settings of platforms, with these URLs of Bluesky. */
export function makeSettings(urls: Partial<PlatformSettings['blueskyUrls']> = {}): PlatformSettings {
  return { linkedInVersion: '202607', blueskyUrls: { appView: '', directory: '', video: '', ...urls } };
}

export function makeConnection(baseUrl: string, deadlineMs = LONG_TIMEOUT_MS): PlatformConnection {
  return {
    baseUrl,
    deadlineMs,
    settings: makeSettings({ appView: baseUrl }),
    allowLoopback: true,
    downloadMedia: async () => ({ bytes: JPEG, contentType: 'image/jpeg' }),
    mediaUrl: async (media) => (isLibraryMedia(media) ? `https://media.example/${media.media_id}` : media.url),
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** An HTTP server that answers as the test says; `urls` and `bodies` are of the requests it has seen. */
export async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const urls: string[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      answer(request, response);
    });
  });
  const origin = await listen(server);
  return { origin, urls, bodies, [Symbol.asyncDispose]: () => stop(server) };
}

/** A server that gives the same answer to everything. */
export function startCannedServer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return startServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** A URL on this machine where nothing listens. */
export async function startRejectingServer(): Promise<string> {
  const server = createServer();
  const origin = await listen(server);
  await stop(server);
  return origin;
}

export interface RecordedRequest {
  platform: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  at: string;
  status: number | null;
}

export interface ScriptScope {
  account?: string;
  /** 5 for each fifth request. */
  every?: number;
  on?: 'post' | 'refresh' | 'exchange' | 'upload' | 'finalize';
}

/** A video or an animated GIF that a platform has received, as the simulator lists it. */
export interface ReceivedFile {
  platform: Platform;
  account: string;
  id: string;
  content_type: string;
  size_bytes: number;
  sha256: string;
  post_id: string | null;
}

/** An account as it is registered with the simulator. */
export interface Grant {
  platform: Platform;
  account: string;
  access_token: string;
  refresh_token?: string;
  expires_in?: number;
  client_id?: string;
  client_secret?: string;
  issued_at?: string;
  scope?: string;
}

/** The simulator behind a server of its own. */
export async function startSimulator(ledgerPath = ':memory:') {
  const simulator = createSimulator({ ledgerPath });
  const server = createServer((request, response) => {
    if (!simulator.handle(request, response)) response.writeHead(418).end();
  });
  const origin = await listen(server);
  const read = async (path: string) => (await fetch(`${origin}${path}`)).json();
  const tell = async (noun: string, order: object) => {
    const body = JSON.stringify(order);
    const response = await fetch(`${origin}/_simulator/${noun}`, { method: 'POST', body });
    if (response.status !== 204) throw new Error(`The simulator rejected ${noun}: ${await response.text()}`);
  };

  return {
    origin,
    connection: (platform: Platform, deadlineMs?: number) =>
      makeConnection(`${origin}/_simulator/${platform}`, deadlineMs),
    posts: () =>
      read('/_simulator/posts') as Promise<
        { platform: string; account: string; id: string; text: string; at: string; reply_to?: string }[]
      >,
    requests: () => read('/_simulator/requests') as Promise<RecordedRequest[]>,
    /** `more` says which account it is for, and whether it is for posting or for refreshing its token. */
    script: (platform: Platform, script: string, times = 1, more: ScriptScope = {}) =>
      tell('scripts', { platform, script, times, ...more }),
    /** Ends all connections, as at the end of a deadline, which a test then does not wait for. */
    disconnect: () => server.closeAllConnections(),
    /** Tells the simulator of an account and its tokens. */
    register: (grant: Grant) => tell('accounts', grant),
    /** How many posts an Instagram account may publish in 24 hours. */
    quota: (account: string, total: number) => tell('quota', { account, total }),
    /** The videos and animated GIFs that the platforms have received completely. */
    files: () => read('/_simulator/files') as Promise<ReceivedFile[]>,
    /** How the platform processes the videos of an account. */
    videos: (platform: Platform, processing: { seconds?: number; fails?: boolean | string }, account?: string) =>
      tell('processing', { platform, account: account ?? ACCOUNTS[platform].externalId, ...processing }),
    /** How long Instagram processes the images of an account, in seconds. */
    processing: (account: string, processing_seconds: number) => tell('containers', { account, processing_seconds }),
    tokens: (platform: Platform): TokenConnection => ({
      tokenUrl: `${origin}/_simulator/${platform}${new URL(PLATFORM_TABLE[platform].urls.token).pathname}`,
      deadlineMs: LONG_TIMEOUT_MS,
      allowLoopback: true,
    }),
    async [Symbol.asyncDispose]() {
      await stop(server);
      simulator.close();
    },
  };
}

/** A preparation with what was saved earlier, and sent unless `mayBeLive` says otherwise. It has time while `hasTime` says so. */
export function makePreparation(
  saved: PreparedState | null = null,
  hasTime = () => true,
  mayBeLive = saved !== null,
): Preparation {
  const preparation = {
    saved,
    mayBeLive,
    save: async (progress: PreparedState) => {
      preparation.saved = progress;
    },
    hasTime,
  };
  return preparation;
}

/** What a caller does: prepare, then send. */
export async function publish(
  platform: Platform,
  connection: PlatformConnection,
  post = makePost(platform),
  account = ACCOUNTS[platform],
  earlier: PreparedState | null = null,
): Promise<PublishOutcome> {
  const publisher = PUBLISHERS[platform];
  const prepared = await publisher.prepare(post, account, connection, makePreparation(earlier));
  if (prepared.outcome === 'already_live') throw new Error('It is published before it was sent');
  if (prepared.outcome === 'unfinished') throw new Error('It is not prepared in one attempt');
  if (prepared.outcome !== 'prepared') return prepared;
  return publisher.send(post, prepared.preparation, account, connection);
}
