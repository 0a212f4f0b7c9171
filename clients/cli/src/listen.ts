import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Transport } from '../../typescript/src/transport.ts';
import { cellText, localTime } from './cell.ts';
import { type Context, connect, isLoopback } from './context.ts';
import { EventReader, followEvents, type ListedEvent, sinceMsOf } from './events.ts';
import { EXIT, mayRepeat } from './failures.ts';
import { assertPositionals, textOf } from './flags.ts';
import { OPERATIONS } from './operations.ts';
import type { Store } from './store.ts';
import { suggestion, UsageError } from './usage.ts';
import { VERSION } from './version.ts';

/** The service waits for a receiver as long. */
const TIME_LIMIT_MS = 15_000;
const RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;
const SECRET_BYTES = 32;

/**
 * Send events to a program on this machine as they happen, signed as the service signs webhooks, until the process ends. An
 * event is repeated until its receiver accepts it, and the next one follows it.
 */
export async function listen(context: Context): Promise<number> {
  const { given, output, store } = context;
  assertPositionals(given, []);
  if (given.switches.get('print-secret')) {
    output.text(await signingSecret(store));
    return EXIT.success;
  }
  const url = receiverUrl(textOf(given, 'forward-to'));
  const kinds = assertKinds(given.texts.get('events') ?? []);
  const sinceMs = sinceMsOf(textOf(given, 'since'));
  const transport = connect(context);
  const secret = await signingSecret(store);
  output.note(`Events are sent to ${url}, signed with the secret ${secret}. Ctrl-C ends this.`);
  // The list has one kind or all.
  const type = kinds.length === 1 ? kinds[0] : undefined;
  return followEvents(new EventReader(transport, { type, sinceMs }), output, async (listed) => {
    if (kinds.length > 0 && !kinds.includes(listed.type)) return;
    const event = await withData(listed, transport);
    if (event.data === null) return output.warn(`${event.id} is not sent: ${event.type} needs another permission.`);
    const status = await deliver(event, { url, secret, note: (text) => output.note(text) });
    const { id, timestamp } = event;
    if (output.isJson) output.line({ id, type: event.type, timestamp, response_status: status });
    else output.text([localTime(timestamp), cellText(event.type).padEnd(26), cellText(id), status].join('  '));
  });
}

/** Send an event until its receiver accepts it. Returns the status of the response. */
async function deliver(
  event: ListedEvent,
  { url, secret, note }: { url: string; secret: string; note(text: string): void },
): Promise<number> {
  const body = JSON.stringify(event);
  let lastProblem = '';
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptDelivery(url, body, signedHeaders(event.id, body, secret));
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) return outcome;
    const problem = typeof outcome === 'number' ? `responds with ${outcome}` : 'does not respond';
    // A receiver that is down for an hour needs one line.
    if (problem !== lastProblem)
      note(`${url} ${problem}. ${event.id} (${event.type}) is repeated until it is accepted.`);
    lastProblem = problem;
    await wait(Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** Math.min(attempt, 10)));
  }
}

/** Send an event once. Returns the status of the response, or null without one. */
async function attemptDelivery(url: string, body: string, headers: Record<string, string>): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

/** Sign a body as the service does (Standard Webhooks). */
function signedHeaders(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': `cis/${VERSION}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

/** Return the event with its data, which a large page leaves out. */
async function withData(event: ListedEvent, transport: Transport): Promise<ListedEvent> {
  if (event.data !== null) return event;
  for (;;) {
    try {
      return await transport.send<ListedEvent>({ method: 'GET', path: `/events/${encodeURIComponent(event.id)}` });
    } catch (error) {
      if (!mayRepeat(error)) throw error;
      await wait(MAX_RETRY_MS);
    }
  }
}

/** Return the signing secret of this machine, which is the same in each run. */
async function signingSecret(store: Store): Promise<string> {
  const known = store.read().listen_secret;
  if (known !== undefined) return known;
  return store.update((stored) => {
    stored.listen_secret ??= `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
    return stored.listen_secret;
  });
}

function receiverUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--forward-to is missing, such as http://localhost:8080/hooks');
  if (!URL.canParse(text)) throw new UsageError(`--forward-to is no URL: ${JSON.stringify(text)}`);
  const url = new URL(text);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return text;
  throw new UsageError('--forward-to is a URL of this machine, such as http://localhost:8080/hooks, or https.');
}

function assertKinds(kinds: string[]): string[] {
  const list = OPERATIONS.find(({ resource, verb }) => resource === 'events' && verb === 'list');
  const known = list?.flags.find(({ name }) => name === 'type')?.values ?? [];
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown === undefined) return kinds;
  throw new UsageError(`--events: ${unknown} is no type of events.${suggestion(unknown, known)}`);
}
