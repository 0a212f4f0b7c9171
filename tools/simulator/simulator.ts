import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Platform } from '../../lib/domain/platform.ts';
import { listAccounts, registerAccount } from './accounts.ts';
import { sendComment } from './comments.ts';
import { jsonObject, readBody, type SimRequest, type SimResponse, writeResponse } from './exchange.ts';
import { openOauthGrants } from './grants.ts';
import { openWebhookInbox } from './inbox.ts';
import { simulateInstagram } from './instagram.ts';
import { openQuota } from './instagram-quota.ts';
import { openPostStore, type StoredPost } from './ledger.ts';
import { simulateLinkedIn } from './linkedin.ts';
import { recordRequests } from './requests.ts';
import { openScripts } from './scripts.ts';
import { simulateX } from './x.ts';

function toPostView({ platform, id, text, atMs }: StoredPost): object {
  return { platform, id, text, at: new Date(atMs).toISOString() };
}

function toListResponse(rows: object[]): SimResponse {
  return { status: 200, body: rows };
}

function toResponse(objection: string | null): SimResponse {
  return objection === null ? { status: 204 } : { status: 400, body: { error: objection } };
}

export interface Simulator {
  /** @returns false, having done nothing, for a path that is not the simulator's. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  close(): void;
}

/**
 * X, LinkedIn and Instagram in their own wire format, and an inbox for webhooks, behind one request handler.
 * Base urls: `/_simulator/x`, `/_simulator/linkedin`, `/_simulator/instagram`. Everything it has been told is
 * in one SQLite file, so a simulator opened on the same file goes on where the last one was killed.
 *
 * @param options.ledgerPath the file, or `:memory:`.
 */
export function createSimulator(options: { ledgerPath: string | ':memory:' }): Simulator {
  const ledger = openPostStore(options.ledgerPath);
  const scripts = openScripts(ledger);
  const grants = openOauthGrants(ledger);
  const quota = openQuota(ledger);
  const requests = recordRequests(ledger);
  const inbox = openWebhookInbox(ledger);
  const platforms: Record<string, { platform: Platform; answer: (call: SimRequest) => SimResponse }> = {
    x: { platform: 'twitter', answer: simulateX(ledger, scripts, grants) },
    linkedin: { platform: 'linkedin', answer: simulateLinkedIn(ledger, scripts, grants) },
    instagram: { platform: 'instagram', answer: simulateInstagram(ledger, scripts, grants, quota) },
  };
  /** What the simulator itself is asked, as opposed to the platforms in it. */
  const controls: Record<string, (body: Buffer) => SimResponse | Promise<SimResponse>> = {
    'GET posts': () => toListResponse(ledger.posts().map(toPostView)),
    'GET requests': () => toListResponse(requests.list()),
    'GET accounts': () => toListResponse(listAccounts(grants)),
    'POST accounts': (body) => toResponse(registerAccount(grants, jsonObject(body))),
    'POST scripts': (body) => toResponse(scripts.set(jsonObject(body))),
    'POST quota': (body) => toResponse(quota.set(jsonObject(body))),
    'POST comments': (body) => sendComment(jsonObject(body)),
  };
  let open = true;

  async function control(operation: string, body: Buffer): Promise<SimResponse> {
    const carryOut = Object.hasOwn(controls, operation) ? controls[operation] : undefined;
    return (await carryOut?.(body)) ?? { status: 404, body: { error: `The simulator has no ${operation}` } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url!;
    const url = new URL(`http://simulator${target}`);
    const [, area, name = '', ...rest] = url.pathname.split('/');
    const { method = 'GET', headers } = request;
    const body = await readBody(request);
    if (!open) return void response.destroy();
    if (area === '_inbox' && name !== '' && rest.length === 0) {
      return writeResponse(inbox(method, name, url.searchParams, headers, body), response);
    }
    if (area === '_inbox')
      return writeResponse({ status: 404, body: { error: 'An inbox is /_inbox/<name>' } }, response);
    const simulated = Object.hasOwn(platforms, name) ? platforms[name] : undefined;
    if (simulated === undefined)
      return writeResponse(await control(`${method} ${[name, ...rest].join('/')}`, body), response);

    const n = requests.received(simulated.platform, method, target, headers, body.toString('utf8'));
    const path = `/${rest.join('/')}`;
    const origin = `http://${headers.host}`;
    const reply = simulated.answer({ method, path, query: url.searchParams, headers, body, origin });
    if (reply.delivery !== 'drop' && reply.delivery !== 'hang') requests.answered(n, reply.status);
    writeResponse(reply, response);
  }

  return {
    handle(request, response) {
      const target = request.url ?? '';
      if (!target.startsWith('/_simulator/') && !target.startsWith('/_inbox/')) return false;
      answer(request, response).catch((error: unknown) => {
        console.error('The simulator failed', error);
        response.destroy();
      });
      return true;
    },
    close() {
      open = false;
      ledger.close();
    },
  };
}
