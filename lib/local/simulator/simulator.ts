import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Platform } from '../../domain/platform.ts';
import { listAccounts, registerAccount } from './accounts.ts';
import { sendComment } from './comments.ts';
import { type Call, deliver, jsonObject, type Reply, readBody } from './exchange.ts';
import { openGrants } from './grants.ts';
import { openInbox } from './inbox.ts';
import { simulateInstagram } from './instagram.ts';
import { openQuota } from './instagram-quota.ts';
import { type LedgerPost, openLedger } from './ledger.ts';
import { simulateLinkedIn } from './linkedin.ts';
import { recordRequests } from './requests.ts';
import { openScripts } from './scripts.ts';
import { simulateX } from './x.ts';

function shownPost({ platform, id, text, atMs }: LedgerPost): object {
  return { platform, id, text, at: new Date(atMs).toISOString() };
}

function listed(rows: object[]): Reply {
  return { status: 200, body: rows };
}

function told(objection: string | null): Reply {
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
  const ledger = openLedger(options.ledgerPath);
  const scripts = openScripts(ledger);
  const grants = openGrants(ledger);
  const quota = openQuota(ledger);
  const requests = recordRequests(ledger);
  const inbox = openInbox(ledger);
  const platforms: Record<string, { platform: Platform; answer: (call: Call) => Reply }> = {
    x: { platform: 'twitter', answer: simulateX(ledger, scripts, grants) },
    linkedin: { platform: 'linkedin', answer: simulateLinkedIn(ledger, scripts, grants) },
    instagram: { platform: 'instagram', answer: simulateInstagram(ledger, scripts, grants, quota) },
  };
  /** What the simulator itself is asked, as opposed to the platforms in it. */
  const controls: Record<string, (body: Buffer) => Reply | Promise<Reply>> = {
    'GET posts': () => listed(ledger.posts().map(shownPost)),
    'GET requests': () => listed(requests.list()),
    'GET accounts': () => listed(listAccounts(grants)),
    'POST accounts': (body) => told(registerAccount(grants, jsonObject(body))),
    'POST scripts': (body) => told(scripts.set(jsonObject(body))),
    'POST quota': (body) => told(quota.set(jsonObject(body))),
    'POST comments': (body) => sendComment(jsonObject(body)),
  };
  let open = true;

  async function control(operation: string, body: Buffer): Promise<Reply> {
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
      return deliver(inbox(method, name, url.searchParams, headers, body), response);
    }
    if (area === '_inbox')
      return deliver({ status: 404, body: { error: 'An inbox is /_inbox/<name>' } }, response);
    const simulated = Object.hasOwn(platforms, name) ? platforms[name] : undefined;
    if (simulated === undefined)
      return deliver(await control(`${method} ${[name, ...rest].join('/')}`, body), response);

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
