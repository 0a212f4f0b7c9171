import { settings } from '../../../core/config/settings.ts';
import { withDeadline } from '../../../core/net/deadline.ts';
import { validateReceiverUrl } from '../../../core/net/ssrf-guard.ts';
import { sendVettedRequest } from '../../../core/net/vetted-request.ts';
import { tooManyInFlight } from '../../../core/problems/problems.ts';
import { fieldError } from '../../../core/problems/request-errors.ts';
import { assertQuota } from '../../pipeline/rate-limit.ts';
import type { Member } from '../../rules/member.ts';
import {
  clientIdFault,
  type OauthClient,
  parseClientDocument,
  registeredClient,
} from '../../rules/oauth/oauth-client.ts';
import { isRegistered } from '../../rules/oauth/public-client.ts';
import { clientDocumentPolicy, MAX_CLIENT_DOCUMENTS_IN_FLIGHT } from '../../rules/rate-limits.ts';
import { limitInFlight } from '../in-flight-limit.ts';

const DEADLINE_MS = 5_000;
const MAX_BYTES = 5_000;
const CACHE_TTL_MS = 300_000;
const MAX_CACHED = 100;

// A host that stores the files of strangers, such as images, must not vouch for one as a client.
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

const FAILED_HOST_MS = 60_000;
/** The hosts that have not responded to the last request, and until when they are not asked again. */
const failedHosts = new Map<string, number>();

const cached = new Map<string, { client: OauthClient; untilMs: number }>();

/**
 * Return the OAuth client of a client id: a registered one, or the one that the document at this URL describes. Each
 * function instance reads a document at most once in five minutes. The request goes to a public address by HTTPS, and
 * follows no redirect. A member has few such requests in flight and in a minute, and a workspace few in flight; a host that
 * does not respond is not asked again for a minute. Throws 422 that names the violated rule, and 429.
 */
export async function findClientOfId(clientId: string, member: Member, nowMs: number): Promise<OauthClient> {
  if (isRegistered(clientId)) return registeredClient(clientId);
  const known = cached.get(clientId);
  if (known && known.untilMs > nowMs) return known.client;
  const allowLoopback = settings().allowsLoopbackReceivers;
  const validated = validateReceiverUrl(clientId, { allowLoopback });
  if ('rejection' in validated) throw clientError(validated.rejection);
  const fault = clientIdFault(clientId, validated.url);
  if (fault) throw clientError(fault);
  const client = parseClientDocument(clientId, await readLimited(new URL(clientId), member, nowMs));
  if ('fault' in client) throw clientError(client.fault);
  if (cached.size >= MAX_CACHED) cached.clear();
  cached.set(clientId, { client, untilMs: nowMs + CACHE_TTL_MS });
  return client;
}

async function readLimited(url: URL, { workspace_id: workspaceId, id }: Member, nowMs: number): Promise<unknown> {
  if ((failedHosts.get(url.host) ?? 0) > nowMs) {
    throw clientError('The host of the client id did not respond to the last request. Try again in a minute.');
  }
  await assertQuota(clientDocumentPolicy(id), nowMs);
  const ofMember = { workspaceId, operation: `client-document/${id}`, slots: MAX_CLIENT_DOCUMENTS_IN_FLIGHT };
  const ofWorkspace = { workspaceId, operation: 'client-document' };
  const read = () => readDocument(url, nowMs);
  return limitInFlight(ofMember, () => limitInFlight(ofWorkspace, read, rejectBusy), rejectBusy);
}

async function rejectBusy(): Promise<never> {
  const detail = 'This member or workspace waits for the documents of other applications.';
  throw tooManyInFlight(detail, { headers: { 'retry-after': '5' } });
}

async function readDocument(url: URL, nowMs: number): Promise<unknown> {
  const allowLoopback = settings().allowsLoopbackReceivers;
  const headers = { host: url.host, accept: 'application/json', 'accept-encoding': 'identity' };
  const readsBody = (status: number) => status === 200;
  const result = await withDeadline(DEADLINE_MS, (signal) =>
    sendVettedRequest({ method: 'GET', url, headers, signal, maxResponseBytes: MAX_BYTES, readsBody, allowLoopback }),
  );
  if (result.status === null) {
    if (failedHosts.size >= MAX_CACHED) failedHosts.clear();
    failedHosts.set(url.host, nowMs + FAILED_HOST_MS);
    throw clientError('The document at the client id could not be read.');
  }
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
