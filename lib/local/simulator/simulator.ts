import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Platform } from '../../domain/platform.ts';
import { type Call, deliver, jsonObject, type Reply, readBody } from './exchange.ts';
import { openInbox } from './inbox.ts';
import { simulateInstagram } from './instagram.ts';
import { openLedger } from './ledger.ts';
import { simulateLinkedIn } from './linkedin.ts';
import { recordRequests } from './requests.ts';
import { openScripts } from './scripts.ts';
import { simulateX } from './x.ts';

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
  const ledger = openLedger(options.ledgerPath);
  const scripts = openScripts(ledger);
  const requests = recordRequests(ledger);
  const inbox = openInbox(ledger);
  const platforms: Record<string, { platform: Platform; answer: (call: Call) => Reply }> = {
    x: { platform: 'twitter', answer: simulateX(ledger, scripts) },
    linkedin: { platform: 'linkedin', answer: simulateLinkedIn(ledger, scripts) },
    instagram: { platform: 'instagram', answer: simulateInstagram(ledger, scripts) },
  };
  let open = true;

  /** What the simulator itself is asked, as opposed to the platforms in it. */
  function control(method: string, noun: string, body: Buffer): Reply {
    if (method === 'GET' && noun === 'posts') {
      const posts = ledger.posts().map(({ platform, id, text, atMs }) => {
        return { platform, id, text, at: new Date(atMs).toISOString() };
      });
      return { status: 200, body: posts };
    }
    if (method === 'GET' && noun === 'requests') return { status: 200, body: requests.list() };
    if (method === 'POST' && noun === 'scripts') {
      const objection = scripts.set(jsonObject(body));
      return objection === null ? { status: 204 } : { status: 400, body: { error: objection } };
    }
    return { status: 404, body: { error: `The simulator has no ${method} ${noun}` } };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url!;
    const url = new URL(`http://simulator${target}`);
    const [, area, name = '', ...rest] = url.pathname.split('/');
    const { method = 'GET', headers } = request;
    const body = await readBody(request);
    if (!open) return void response.destroy();
    if (area === '_inbox' && name !== '' && rest.length === 0) {
      return deliver(inbox(method, name, url.searchParams, headers, body), response);
    }
    if (area === '_inbox')
      return deliver({ status: 404, body: { error: 'An inbox is /_inbox/<name>' } }, response);
    const simulated = Object.hasOwn(platforms, name) ? platforms[name] : undefined;
    if (simulated === undefined) return deliver(control(method, [name, ...rest].join('/'), body), response);

    const n = requests.received(simulated.platform, method, target, headers, body.toString('utf8'));
    const path = `/${rest.join('/')}`;
    const origin = `http://${headers.host}`;
    const reply = simulated.answer({ method, path, query: url.searchParams, headers, body, origin });
    if (reply.delivery !== 'drop' && reply.delivery !== 'hang') requests.answered(n, reply.status);
    deliver(reply, response);
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
