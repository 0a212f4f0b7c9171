import { settings } from '../../../core/config/settings.ts';
import { withDeadline } from '../../../core/net/deadline.ts';
import { validateReceiverUrl } from '../../../core/net/ssrf-guard.ts';
import { sendVettedRequest } from '../../../core/net/vetted-request.ts';
import { fieldError } from '../../../core/problems/api-error.ts';
import {
  clientIdFault,
  type OauthClient,
  parseClientDocument,
  registeredClient,
} from '../../rules/oauth/oauth-client.ts';
import { isRegistered } from '../../rules/oauth/public-client.ts';

const DEADLINE_MS = 5_000;
const MAX_BYTES = 5_000;
const CACHE_TTL_MS = 300_000;
const MAX_CACHED = 100;

// A host that stores the files of strangers, such as images, must not vouch for one as a client.
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

const cached = new Map<string, { client: OauthClient; untilMs: number }>();

/**
 * Return the OAuth client of a client id: a registered one, or the one that the document at this URL describes. Each
 * function instance reads a document at most once in five minutes. The request goes to a public address by HTTPS, and
 * follows no redirect. Throws 422 that names the violated rule.
 */
export async function findClientOfId(clientId: string, nowMs: number): Promise<OauthClient> {
  if (isRegistered(clientId)) return registeredClient(clientId);
  const known = cached.get(clientId);
  if (known && known.untilMs > nowMs) return known.client;
  const allowLoopback = settings().allowsLoopbackReceivers;
  const validated = validateReceiverUrl(clientId, { allowLoopback });
  if ('rejection' in validated) throw clientError(validated.rejection);
  const fault = clientIdFault(clientId, validated.url);
  if (fault) throw clientError(fault);
  const client = parseClientDocument(clientId, await readDocument(new URL(clientId), allowLoopback));
  if ('fault' in client) throw clientError(client.fault);
  if (cached.size >= MAX_CACHED) cached.clear();
  cached.set(clientId, { client, untilMs: nowMs + CACHE_TTL_MS });
  return client;
}

async function readDocument(url: URL, allowLoopback: boolean): Promise<unknown> {
  const headers = { host: url.host, accept: 'application/json', 'accept-encoding': 'identity' };
  const readsBody = (status: number) => status === 200;
  const result = await withDeadline(DEADLINE_MS, (signal) =>
    sendVettedRequest({ method: 'GET', url, headers, signal, maxResponseBytes: MAX_BYTES, readsBody, allowLoopback }),
  );
  if (result.status === null) throw clientError('The document at the client id could not be read.');
  if (result.status !== 200) throw clientError(`The document at the client id has the status ${result.status}.`);
  if (!JSON_TYPE.test(result.headers['content-type'] ?? '')) {
    throw clientError('The document at the client id must have the content type application/json.');
  }
  if (result.end === 'too_large') throw clientError(`The document at the client id has more than ${MAX_BYTES} bytes.`);
  if (result.end !== 'complete') throw clientError('The document at the client id could not be read completely.');
  try {
    return JSON.parse(result.body.toString('utf8'));
  } catch {
    throw clientError('The document at the client id is no JSON.');
  }
}

function clientError(detail: string) {
  return fieldError('/request/client_id', 'invalid_client_id', detail);
}
