import { missingPermissions } from '../../core/api/permission.ts';
import { planAtLeast } from '../../core/config/plans.ts';
import { settings } from '../../core/config/settings.ts';
import { validateReceiverUrl } from '../../core/net/ssrf-guard.ts';
import { log } from '../../core/observability/log.ts';
import type { Write } from '../../core/table/commit.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import { loadActiveKey } from '../../identity/store/api-keys.ts';
import { takeVerificationRequest } from '../delivery/receiver-quota.ts';
import { secretBytes, secretProblem } from '../delivery/signing-secret.ts';
import { encryptSigningSecret, holdsSecret } from '../delivery/signing-secret-encryption.ts';
import { verifyReceiver } from '../delivery/verify-receiver.ts';
import { permissionsOfKinds, SUBSCRIBE_PERMISSION } from '../events/event-permissions.ts';
import { EVENT_KINDS } from '../events/events.ts';
import {
  assertRoomForSubscription,
  grantedUntil,
  isSubscription,
  isVerifiedAt,
  SubscriptionError,
  subscribe,
  subscriptionId,
} from '../rules/agent-subscription.ts';
import { receiverHost } from '../rules/receiver-limit.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { begunSubscriptionWrites, loadBegunSubscriptions } from '../store/agent-subscriptions.ts';
import { deleteEndpointWrites, endpointWrite, loadEndpoint, loadEndpoints } from '../store/webhook-endpoints.ts';

const VERIFICATION_DEADLINE_MS = 10_000;
// More than for the endpoints of people: SEP-3415 has it.
const MIN_SECRET_BYTES = 24;

/** A request of an agent to subscribe. */
export interface SubscribeRequest {
  kind: string;
  url: string;
  secret: string;
  ttlMs: number | null | undefined;
}

/**
 * Subscribe an agent to an event kind, or extend its subscription. The receiver has to return a challenge, unless it has
 * done so for this URL and secret in the past 24 hours. `beforeRequest` runs before that request is sent. Returns the
 * writes to commit. Throws a `SubscriptionError`, and stores nothing then.
 */
export async function subscribeAgent(
  caller: Caller,
  { kind, url: given, secret, ttlMs }: SubscribeRequest,
  nowMs: number,
  beforeRequest: () => Promise<void>,
): Promise<{ endpoint: WebhookEndpoint; writes: Write[] }> {
  assertMaySubscribe(caller, kind);
  const { clientId, userId: user_id, workspace } = caller;
  const url = parseUrl(given);
  assertSecret(secret);
  const id = subscriptionId(clientId, url, kind);
  const begun = await loadBegunSubscriptions(workspace.id);
  const [endpoints, key] = await Promise.all([loadEndpoints(workspace.id), loadActiveKey(workspace.id, clientId)]);
  if (!key) throw new SubscriptionError('forbidden', 'This agent key was revoked.');
  const before = endpoints.find((each) => each.id === id) ?? null;
  if (before?.status === 'paused') throw pausedError();
  const begins = !before || !isSubscription(before, nowMs);
  if (begins) assertRoomForSubscription(endpoints, clientId, nowMs);
  // A receiver that has ended the subscription with 410 is asked again, whatever else it receives.
  const isEnded = before?.status === 'disabled';
  const verified = endpoints.find(
    (each) =>
      !isEnded &&
      each.agent?.client_id === clientId &&
      each.url === url &&
      isVerifiedAt(each, nowMs) &&
      holdsSecret(each, secret),
  );
  if (!verified) await verify({ id, url, secret }, caller, nowMs, beforeRequest);
  const keepsSecret = before?.status === 'active' && holdsSecret(before, secret);
  const owner = { workspace_id: workspace.id, endpoint_id: id };
  const endpoint = subscribe(
    before,
    {
      ...{ id, workspaceId: workspace.id, url, kind },
      agent: {
        client_id: clientId,
        name: key.name,
        expires_at: grantedUntil(ttlMs, key.expires_at, nowMs),
        verified_at: verified?.agent?.verified_at ?? formatInstant(nowMs),
      },
      authorizedBy: { user_id, client_id: clientId, expires_at: key.expires_at },
      secret: keepsSecret ? null : await encryptSigningSecret(secret, owner),
    },
    settings().secretOverlapSeconds,
    nowMs,
  );
  const writes = begins ? begunSubscriptionWrites(before, endpoint, begun) : [endpointWrite(before, endpoint)];
  return { endpoint, writes };
}

/**
 * End a subscription of an agent. Returns the writes to commit. Throws a `SubscriptionError` when there is none, and for
 * one that a person has paused: the agent would begin it again.
 */
export async function unsubscribeAgent(
  { clientId, workspace }: Caller,
  { kind, url }: Pick<SubscribeRequest, 'kind' | 'url'>,
): Promise<Write[]> {
  const endpoint = await loadEndpoint(workspace.id, subscriptionId(clientId, parseUrl(url), kind));
  if (endpoint?.status === 'paused' && endpoint.paused_reason === 'owner') throw pausedError();
  if (endpoint) return deleteEndpointWrites(endpoint);
  throw new SubscriptionError('not_found', 'There is no subscription of this event at this URL.', {
    kind: 'subscription',
  });
}

function pausedError(): SubscriptionError {
  return new SubscriptionError('forbidden', 'A person has paused this subscription. A person can resume it.');
}

/** Throw unless the caller may send events of a kind to a URL that it names. */
function assertMaySubscribe({ permissions, workspace }: Caller, kind: string): void {
  if (!EVENT_KINDS.some((each) => each === kind)) {
    throw new SubscriptionError('not_found', 'There is no event of this name.', { kind: 'event' });
  }
  const lacking = missingPermissions(permissions, [SUBSCRIBE_PERMISSION, ...permissionsOfKinds([kind], workspace.id)]);
  if (lacking.length > 0) {
    const message = `This agent key lacks ${lacking.join(' and ')}. A person has to create an agent key with it.`;
    throw new SubscriptionError('forbidden', message, { required_permissions: lacking });
  }
  const { webhookPlan } = settings();
  if (planAtLeast(workspace.plan, webhookPlan)) return;
  throw new SubscriptionError('forbidden', `Events require the ${webhookPlan} plan.`, { required_plan: webhookPlan });
}

function parseUrl(given: string): string {
  const result = validateReceiverUrl(given, { allowLoopback: settings().allowsLoopbackReceivers });
  if ('url' in result) return result.url;
  throw new SubscriptionError('invalid', `delivery.url: ${result.rejection}`);
}

function assertSecret(secret: string): void {
  const isValid = secret.startsWith('whsec_') && secretProblem(secret) === null;
  if (isValid && secretBytes(secret).length >= MIN_SECRET_BYTES) return;
  throw new SubscriptionError('invalid', 'delivery.secret must be whsec_ and the base64 of 24 to 64 bytes.');
}

async function verify(
  subscription: { id: string; url: string; secret: string },
  { workspace, clientId }: Caller,
  nowMs: number,
  beforeRequest: () => Promise<void>,
): Promise<void> {
  await beforeRequest();
  if (!(await takeVerificationRequest(workspace.id, clientId, subscription.url, nowMs))) {
    const message = 'Too many URLs were verified by this agent key or at this host. Try again in an hour.';
    throw new SubscriptionError('exhausted', message, { limit: 'verifications' });
  }
  const options = { nowMs, deadlineMs: VERIFICATION_DEADLINE_MS, allowLoopback: settings().allowsLoopbackReceivers };
  const reason = await verifyReceiver(subscription, options);
  // Without the URL, which may contain a secret.
  const about = { workspace_id: workspace.id, endpoint_id: subscription.id, client_id: clientId };
  log.info('challenge sent to a receiver', { ...about, host: receiverHost(subscription.url), reason });
  if (reason === null) return;
  const message = 'The URL did not return the challenge. It has to respond with {"challenge": "…"} within ten seconds.';
  throw new SubscriptionError('callback', message, { reason });
}
