import type { IncomingMessage, ServerResponse } from 'node:http';
import { openFaultScripts } from '../../lib/platforms/kit/simulator/fault-scripts.ts';
import { openOauthGrants } from '../../lib/platforms/kit/simulator/oauth-grants.ts';
import { openPostStore, type StoredPost } from '../../lib/platforms/kit/simulator/post-store.ts';
import {
  jsonObject,
  readBody,
  type SimulatedResponse,
  writeResponse,
} from '../../lib/platforms/kit/simulator/simulated-http.ts';
import type { PlatformHandler } from '../../lib/platforms/kit/simulator/simulated-platform.ts';
import { openUploadedFiles, type UploadedFile } from '../../lib/platforms/kit/simulator/uploaded-files.ts';
import { isPlatform, PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { listAccounts, registerAccount } from './accounts.ts';
import { sendComment } from './comments.ts';
import { openRequestLog } from './request-log.ts';
import { SIMULATED_PLATFORMS } from './simulated-platforms.ts';
import { openWebhookInbox } from './webhook-inbox.ts';

type Control = (body: Buffer) => SimulatedResponse | Promise<SimulatedResponse>;

function toPostView({ platform, account, id, text, atMs, replyTo }: StoredPost): object {
  const reply = replyTo === null ? {} : { reply_to: replyTo };
  return { platform, account, id, text, at: new Date(atMs).toISOString(), ...reply };
}

function toFileView({ contentType, sizeBytes, postId, ...file }: UploadedFile): object {
  return { ...file, content_type: contentType, size_bytes: sizeBytes, post_id: postId };
}

function toListResponse(rows: object[]): SimulatedResponse {
  return { status: 200, body: rows };
}

function toResponse(error: string | null): SimulatedResponse {
  return error === null ? { status: 204 } : { status: 400, body: { error } };
}

export interface Simulator {
  /**
   * Respond to a request.
   *
   * @returns false, without a response, for a path outside the simulator.
   */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  close(): void;
}

/**
 * Create a request handler that simulates every platform in its own format, and an inbox for webhooks.
 *
 * Base URLs: `/_simulator/<platform>`. All state is in one SQLite file, so a simulator opened on the same file
 * continues where the last one stopped.
 *
 * @param options.ledgerPath the file, or `:memory:`.
 */
export function createSimulator(options: { ledgerPath: string | ':memory:' }): Simulator {
  const store = openPostStore(options.ledgerPath);
  const scripts = openFaultScripts(store);
  const grants = openOauthGrants(store);
  const requestLog = openRequestLog(store);
  const inbox = openWebhookInbox(store);
  const files = openUploadedFiles(store);
  const opened = new Map<Platform, PlatformHandler>();
  /** Requests that control the simulator, as opposed to requests to a platform. */
  const controls: Record<string, Control> = {
    'GET posts': () => toListResponse(store.posts().map(toPostView)),
    'GET files': () => toListResponse(files.list().map(toFileView)),
    'GET requests': () => toListResponse(requestLog.list()),
    'GET accounts': () => toListResponse(listAccounts(grants)),
    'POST accounts': (body) => toResponse(registerAccount(grants, jsonObject(body))),
    'POST scripts': (body) => toResponse(scripts.set(jsonObject(body))),
    'POST processing': (body) => toResponse(files.setProcessing(jsonObject(body))),
    'POST comments': (body) => sendComment(jsonObject(body)),
  };
  let open = true;

  /** A platform opens with its first request: its tables and statements are most of the time of a start. */
  function handlerOf(platform: Platform): PlatformHandler {
    const handler = opened.get(platform) ?? SIMULATED_PLATFORMS[platform].open({ store, scripts, grants, files });
    opened.set(platform, handler);
    return handler;
  }

  function controlNamed(operation: string): Control | undefined {
    if (Object.hasOwn(controls, operation)) return controls[operation];
    const own = PLATFORMS.map((platform) => handlerOf(platform).controls ?? {});
    return own.find((each) => Object.hasOwn(each, operation))?.[operation];
  }

  async function control(operation: string, body: Buffer): Promise<SimulatedResponse> {
    const run = controlNamed(operation);
    return (await run?.(body)) ?? { status: 404, body: { error: `The simulator has no ${operation}` } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url!;
    const url = new URL(`http://simulator${target}`);
    const [, area, name = '', ...rest] = url.pathname.split('/');
    const { method = 'GET', headers } = request;
    const path = `/${rest.join('/')}`;
    const about = { method, path, query: url.searchParams, headers, origin: `http://${headers.host}` };
    const platform = area === '_simulator' && isPlatform(name) ? handlerOf(name) : undefined;
    const streamed = platform?.stream?.({ ...about, body: request });
    if (streamed) {
      const n = requestLog.received(name, method, target, headers, null);
      const answered = await streamed;
      if (!open) return void response.destroy();
      if (answered.delivery !== 'drop') requestLog.answered(n, answered.status);
      return writeResponse(answered, response);
    }
    const body = await readBody(request);
    if (!open) return void response.destroy();
    if (area === '_inbox' && name !== '' && rest.length === 0) {
      return writeResponse(inbox(method, name, url.searchParams, headers, body), response);
    }
    if (area === '_inbox')
      return writeResponse({ status: 404, body: { error: 'An inbox is /_inbox/<name>' } }, response);
    if (platform === undefined)
      return writeResponse(await control(`${method} ${[name, ...rest].join('/')}`, body), response);

    const n = requestLog.received(name, method, target, headers, body);
    const answered = platform.answer({ ...about, body });
    if (answered.delivery !== 'drop' && answered.delivery !== 'hang') requestLog.answered(n, answered.status);
    writeResponse(answered, response);
  }

  return {
    handle(request, response) {
      const target = request.url ?? '';
      if (!target.startsWith('/_simulator/') && !target.startsWith('/_inbox/')) return false;
      answer(request, response).catch((error: unknown) => {
        // A body that is not complete was aborted, and one that arrives after the end is stored nowhere.
        if (open && request.complete) console.error('The simulator failed', error);
        response.destroy();
      });
      return true;
    },
    close() {
      open = false;
      store.close();
    },
  };
}
