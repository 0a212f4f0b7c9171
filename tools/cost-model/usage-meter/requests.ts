import { HOURS_PER_TERM_BUCKET, TERM_SHARDS, termBucketOf } from '../../../lib/analytics/rules/term-bucket.ts';
import { dayOf } from '../../../lib/analytics/rules/time-buckets.ts';
import type { Write } from '../../../lib/core/table/commit.ts';
import { shardOf, toItem } from '../../../lib/core/table/schema.ts';
import { newEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { newEndpointWrites } from '../../../lib/webhooks/store/webhook-endpoints.ts';
import { sampleSigningSecret } from '../../local-stack/sample-signing-secret.ts';
import { CONNECT_REQUESTS } from './connect-requests.ts';
import { DEVICE_REQUESTS } from './device-requests.ts';
import { elevenAccounts, exampleAccountId } from './fixtures/accounts.ts';
import {
  approvalId,
  pendingApprovals,
  reviewForm,
  reviewLinks,
  reviewToken,
  tenSubmissions,
} from './fixtures/approvals.ts';
import { auditLog } from './fixtures/audited.ts';
import { agentKeys, agentWithToken, exampleKeyId, manyKeys } from './fixtures/keys.ts';
import { failedDeliveries, LOG_SINCE, loggedEvents, logId } from './fixtures/logged.ts';
import { draftByTool, outlastTokenCache } from './fixtures/mcp.ts';
import { sessionAuthorization, signableApprovals } from './fixtures/signing.ts';
import { invitationToken, manyMembers, openInvitations, teamId } from './fixtures/team.ts';
import {
  EXAMPLE_PICTURE,
  EXAMPLE_POST,
  EXAMPLE_SECRET,
  examplePost,
  type Needs,
  type Tenant,
} from './fixtures/tenant.ts';
import { commentedPost, replyWebhook } from './fixtures/webhook.ts';
import { MEDIA_REQUESTS } from './media-requests.ts';
import type { MeteredStack } from './metered-stack.ts';
import { PLANNING_REQUESTS } from './planning-requests.ts';
import { SIGN_IN_REQUESTS } from './sign-in-requests.ts';

/** One kind of request to measure. `call` builds the `index`-th of eleven requests. */
export interface RequestKind {
  name: string; // Of the row: the operation and its variant.
  operation: string;
  status?: number;
  needs?: Needs;
  seed?: (tenant: Tenant, nowMs: number) => Write[]; // Additional items of its tenant.
  repeats?: true; // All eleven repeat a previous request.
  /** Table calls after the transaction are a wait with an assumed duration, so they are not measured. */
  waits?: true;
  /** How much of a minute the requests need: more than others, or all of it where a row before has used the quota. */
  neededMs?: number;
  /** Does what must precede each request, unmeasured, and returns a path or an id for `call`. */
  prepare?: (stack: MeteredStack, tenant: Tenant, index: number) => Promise<string>;
  call: (
    tenant: Tenant,
    index: number,
    prepared: string,
  ) => { method: string; path: string; body?: unknown; headers?: Record<string, string>; anonymous?: true };
}

const HOUR_MS = 3_600_000;
/** For rows with a preparation: each request is measured alone. */
const SLOW_MS = 25_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const tomorrow = () => new Date(Date.now() + 24 * HOUR_MS).toISOString();
const get = (path: string) => ({ method: 'GET', path });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  path,
  body,
  headers,
});

/** Every endpoint, and every variant with a different cost. The meter makes eleven requests of each. */
// biome-ignore format: one row per line is what makes it a table.
export const REQUEST_KINDS: RequestKind[] = [
  { name: 'token exchange', operation: 'auth.token', call: ({ clientId }) => ({ ...post('/v1/auth/token', { client_id: clientId, client_secret: EXAMPLE_SECRET, grant_type: 'client_credentials' }), anonymous: true }) },
  ...[...SIGN_IN_REQUESTS, ...DEVICE_REQUESTS, ...CONNECT_REQUESTS, ...MEDIA_REQUESTS, ...PLANNING_REQUESTS],
  { name: 'verify', operation: 'auth.verify', call: () => get('/v1/auth/verify') },
  { name: 'get', operation: 'content.get', needs: { drafts: 1 }, call: ({ drafts }) => get(`/v1/content/${drafts[0]}`) },
  { name: 'list, 20 of many', operation: 'content.list', needs: { drafts: 25 }, call: () => get('/v1/content') },
  { name: 'list by status', operation: 'content.list', needs: { drafts: 25 }, call: () => get('/v1/content?status=draft') },
  { name: 'list by platform', operation: 'content.list', needs: { drafts: 25 }, call: () => get('/v1/content?platform=twitter') },
  { name: 'list by account', operation: 'content.list', needs: { scheduled: 25 }, call: ({ accountId }) => get(`/v1/content?account_id=${accountId}`) },
  { name: 'create a draft', operation: 'content.create', status: 201, call: () => post('/v1/content', { ...EXAMPLE_POST, platforms: ['twitter'] }) },
  { name: 'create, scheduled on 1 platform', operation: 'content.create', status: 201, call: (_, index) => post('/v1/content', { ...examplePost(index), platforms: ['twitter'], scheduled_at: tomorrow() }) },
  { name: 'create, scheduled on 3 platforms', operation: 'content.create', status: 201, call: (_, index) => post('/v1/content', { ...examplePost(index), media: [EXAMPLE_PICTURE], platforms: ['instagram', 'linkedin', 'twitter'], scheduled_at: tomorrow() }) },
  { name: 'create, scheduled for 3 accounts', operation: 'content.create', status: 201, seed: elevenAccounts, call: (_, index) => post('/v1/content', { ...examplePost(index), platforms: ['twitter'], accounts: [0, 1, 2].map(exampleAccountId), scheduled_at: tomorrow() }) },
  { name: 'create a draft, with Idempotency-Key', operation: 'content.create', status: 201, call: (_, index) => post('/v1/content', { ...EXAMPLE_POST, platforms: ['twitter'] }, { 'idempotency-key': `example-key-${index + 10}` }) },
  { name: 'replay of an Idempotency-Key', operation: 'content.create', status: 201, repeats: true, call: () => post('/v1/content', { ...EXAMPLE_POST, platforms: ['twitter'] }, { 'idempotency-key': 'example-key-00' }) },
  { name: 'update a field', operation: 'content.update', needs: { drafts: 1 }, call: ({ drafts }, index) => ({ method: 'PUT', path: `/v1/content/${drafts[0]}`, body: { title: `Another title, number ${index + 10}` } }) },
  { name: 'publish now, 1 platform', operation: 'content.update', needs: { drafts: 11 }, waits: true, call: ({ drafts }, index) => ({ method: 'PUT', path: `/v1/content/${drafts[index]}`, body: { status: 'published' } }) },
  { name: 'delete a draft', operation: 'content.delete', needs: { drafts: 11 }, call: ({ drafts }, index) => ({ method: 'DELETE', path: `/v1/content/${drafts[index]}` }) },
  { name: 'validate', operation: 'content.validate', call: () => post('/v1/content/validate', { ...EXAMPLE_POST, platforms: ['twitter'] }) },
  { name: 'retry on 1 platform', operation: 'content.retry', status: 202, needs: { drafts: 11, ended: 'failed' }, call: ({ drafts }, index) => ({ method: 'POST', path: `/v1/content/${drafts[index]}/retry` }) },
  { name: 'resolve a target', operation: 'content.resolve', needs: { drafts: 11, ended: 'unconfirmed' }, call: ({ drafts }, index) => post(`/v1/content/${drafts[index]}/targets/twitter/resolve`, { outcome: 'failed' }) },
  { name: 'submit for approval', operation: 'content.submit', needs: { drafts: 11 }, call: ({ drafts }, index) => post(`/v1/content/${drafts[index]}/submit`, {}) },
  { name: 'statement to sign', operation: 'content.get-approval-statement', seed: signableApprovals, call: (tenant, index) => ({ ...get(`/v1/content/${approvalId('content', index)}/approval-statement`), headers: sessionAuthorization(tenant, index), anonymous: true }) },
  { name: 'approve', operation: 'content.approve', seed: pendingApprovals, call: (_, index) => post(`/v1/content/${approvalId('content', index)}/approve`, {}) },
  { name: 'request changes', operation: 'content.request-changes', seed: pendingApprovals, call: (_, index) => post(`/v1/content/${approvalId('content', index)}/request-changes`, { note: 'Please name the source.' }) },
  { name: 'withdraw', operation: 'content.withdraw', seed: pendingApprovals, call: (_, index) => post(`/v1/content/${approvalId('content', index)}/withdraw`, {}) },
  { name: 'list submissions, ten of an item', operation: 'content.list-versions', seed: tenSubmissions, call: () => get(`/v1/content/${approvalId('content', 0)}/versions`) },
  { name: 'list review comments, 20 of many', operation: 'content.list-comments', seed: pendingApprovals, call: () => get(`/v1/content/${approvalId('content', 0)}/comments`) },
  { name: 'add a review comment', operation: 'content.create-comment', status: 201, seed: pendingApprovals, call: (_, index) => post(`/v1/content/${approvalId('content', index)}/comments`, { body: 'Please name the source of the number.' }) },
  { name: 'delete a review comment', operation: 'content.delete-comment', seed: pendingApprovals, call: (_, index) => ({ method: 'DELETE', path: `/v1/content/${approvalId('content', 0)}/comments/${approvalId('comment', index)}` }) },
  { name: 'create a review link', operation: 'content.create-review-link', status: 201, seed: pendingApprovals, call: (_, index) => post(`/v1/content/${approvalId('content', index)}/review-links`, { name: 'Ada Example', permission: 'approve' }) },
  { name: 'list review links', operation: 'content.list-review-links', seed: reviewLinks, call: () => get(`/v1/content/${approvalId('content', 0)}/review-links`) },
  { name: 'revoke a review link', operation: 'content.revoke-review-link', seed: reviewLinks, call: (_, index) => ({ method: 'DELETE', path: `/v1/content/${approvalId('content', index)}/review-links/${approvalId('link', index)}` }) },
  { name: 'review page', operation: 'review.show', seed: reviewLinks, call: (tenant, index) => ({ ...get(`/v1/review?token=${reviewToken(tenant, index)}`), anonymous: true }) },
  { name: 'comment on the review page', operation: 'review.respond', seed: reviewLinks, call: (tenant, index) => ({ ...post('/v1/review', reviewForm(tenant, index, 'comment'), FORM), anonymous: true }) },
  { name: 'approve on the review page', operation: 'review.respond', seed: reviewLinks, call: (tenant, index) => ({ ...post('/v1/review', reviewForm(tenant, index, 'approve'), FORM), anonymous: true }) },
  { name: 'get the workspace settings', operation: 'workspace.get', call: () => get('/v1/workspace') },
  { name: 'update the workspace settings', operation: 'workspace.update', call: (_, index) => ({ method: 'PUT', path: '/v1/workspace', body: { authors_may_approve: index % 2 === 0 } }) },
  { name: 'list pending entries, 20 of many', operation: 'schedule.list', needs: { scheduled: 25 }, call: () => get('/v1/schedule') },
  { name: 'schedule on 1 platform', operation: 'schedule.create', status: 201, needs: { drafts: 11 }, call: ({ drafts }, index) => post('/v1/schedule', { content_id: drafts[index], platforms: ['twitter'], scheduled_at: tomorrow() }) },
  { name: 'cancel', operation: 'schedule.cancel', needs: { scheduled: 11 }, call: ({ scheduled }, index) => ({ method: 'DELETE', path: `/v1/schedule/${scheduled[index]!.entryId}` }) },
  { name: 'performance, 7 days', operation: 'analytics.performance', call: () => get('/v1/analytics/performance?from=2026-06-01T12:00:00Z&to=2026-06-08T12:00:00Z') },
  { name: 'performance, 90 days', operation: 'analytics.performance', call: () => get('/v1/analytics/performance?from=2026-06-01T12:00:00Z&to=2026-08-30T12:00:00Z') },
  { name: 'content ranking, 7 days', operation: 'analytics.rank-content', call: () => get('/v1/analytics/content?from=2026-06-01T12:00:00Z&to=2026-06-08T12:00:00Z') },
  { name: 'best times', operation: 'analytics.best-times', call: () => get('/v1/analytics/best-times') },
  { name: 'trends, 24 h', operation: 'analytics.trends', seed: termHours, call: () => get('/v1/analytics/trends') },
  { name: 'trends, 7 days', operation: 'analytics.trends', seed: termHours, call: () => get('/v1/analytics/trends?window=7d') },
  { name: 'list accounts', operation: 'accounts.list', call: () => get('/v1/accounts') },
  { name: 'get an account', operation: 'accounts.get', call: ({ accountId }) => get(`/v1/accounts/${accountId}`) },
  { name: 'reconnect an account', operation: 'accounts.create', status: 201, call: () => post('/v1/accounts', { platform: 'twitter', external_id: '1000000001', access_token: 'an-example-token-of-91-characters'.padEnd(91, 'x'), expires_in: 7200 }) },
  { name: 'connect another account', operation: 'accounts.create', status: 201, call: (_, index) => post('/v1/accounts', { platform: 'twitter', external_id: `20000000${index + 10}`, access_token: 'an-example-token-of-91-characters'.padEnd(91, 'x'), expires_in: 7200 }) },
  { name: 'connect with an app password', operation: 'accounts.create', status: 201, call: (_, index) => post('/v1/accounts', { platform: 'bluesky', external_id: `example-${index + 10}.test`, app_password: 'abcd-efgh-ijkl-mnop' }) },
  { name: 'create a sandbox account', operation: 'accounts.create', status: 201, call: () => post('/v1/accounts', { platform: 'twitter', sandbox: true }) },
  { name: 'rename an account', operation: 'accounts.update', call: ({ accountId }, index) => ({ method: 'PUT', path: `/v1/accounts/${accountId}`, body: { name: `Account ${index + 10}` } }) },
  { name: 'make an account the default', operation: 'accounts.update', seed: elevenAccounts, call: (_, index) => ({ method: 'PUT', path: `/v1/accounts/${exampleAccountId(index)}`, body: { is_default: true } }) },
  { name: 'halt an account', operation: 'halts.create', status: 201, seed: elevenAccounts, call: (_, index) => post('/v1/halts', { scope: { account: exampleAccountId(index) }, reason: 'The campaign is withdrawn.' }) },
  { name: 'delete an account', operation: 'accounts.delete', seed: elevenAccounts, call: (_, index) => ({ method: 'DELETE', path: `/v1/accounts/${exampleAccountId(index)}` }) },
  { name: 'page of a sandbox post', operation: 'sandbox.get-post', call: ({ sandboxPostId }) => ({ ...get(`/v1/sandbox/posts/${sandboxPostId}`), anonymous: true }) },
  { name: 'set an app', operation: 'platform-apps.set', call: (_, index) => appOf(index) },
  { name: 'get an app', operation: 'platform-apps.get', neededMs: SLOW_MS, prepare: setApp, call: () => get('/v1/platform-apps/twitter') },
  { name: 'delete an app', operation: 'platform-apps.delete', neededMs: SLOW_MS, prepare: setApp, call: () => ({ method: 'DELETE', path: '/v1/platform-apps/twitter' }) },
  { name: 'report 1 like', operation: 'engagements.create', needs: { drafts: 1 }, call: ({ drafts }, index) => post('/v1/engagements', { engagements: likes(drafts[0]!, index, 1) }) },
  { name: 'report 100 likes', operation: 'engagements.create', needs: { drafts: 1 }, call: ({ drafts }, index) => post('/v1/engagements', { engagements: likes(drafts[0]!, index, 100) }) },
  { name: 'platform verification', operation: 'inbound.verify', call: ({ accountId }) => ({ ...get(`/v1/inbound/twitter/${accountId}?crc_token=example`), anonymous: true }) },
  { name: 'a webhook with 1 comment', operation: 'inbound.receive', needs: { drafts: 1 }, seed: commentedPost, call: replyWebhook },
  { name: 'list members', operation: 'team.list-members', call: () => get('/v1/team/members') },
  { name: 'get a member', operation: 'team.get-member', seed: manyMembers, call: (_, index) => get(`/v1/team/members/${teamId('member', index)}`) },
  { name: 'change a member', operation: 'team.update-member', seed: manyMembers, call: (_, index) => ({ method: 'PUT', path: `/v1/team/members/${teamId('member', index)}`, body: { role: 'analyst' } }) },
  { name: 'remove a member', operation: 'team.remove-member', seed: manyMembers, call: (_, index) => ({ method: 'DELETE', path: `/v1/team/members/${teamId('member', index)}` }) },
  { name: 'list invitations, 20 of many', operation: 'team.list-invitations', seed: openInvitations, call: () => get('/v1/team/invitations') },
  { name: 'list invitations by status', operation: 'team.list-invitations', seed: openInvitations, call: () => get('/v1/team/invitations?status=sent') },
  { name: 'accept an invitation', operation: 'team.accept-invitation', status: 201, seed: openInvitations, call: (_, index) => ({ ...post('/v1/team/invitations/accept', { token: invitationToken(index), name: 'Example Guest' }), anonymous: true }) },
  { name: 'read an invitation link', operation: 'auth.read-invitation', seed: openInvitations, call: (_, index) => ({ ...post('/v1/auth/invitations/link', { token: invitationToken(index) }), anonymous: true }) },
  { name: 'accept an invitation and sign in', operation: 'auth.accept-invitation', status: 201, seed: openInvitations, call: (_, index) => ({ ...post('/v1/auth/invitations', { token: invitationToken(index), name: 'Guest' }), anonymous: true }) },
  { name: 'resend an invitation', operation: 'team.resend-invitation', seed: openInvitations, call: (_, index) => ({ method: 'POST', path: `/v1/team/invitations/${teamId('invitation', index)}/resend` }) },
  { name: 'revoke an invitation', operation: 'team.revoke-invitation', seed: openInvitations, call: (_, index) => ({ method: 'DELETE', path: `/v1/team/invitations/${teamId('invitation', index)}` }) },
  { name: 'invite', operation: 'team.invite', status: 201, call: (_, index) => post('/v1/team/invite', { email: `guest-${index + 10}@example.com`, role: 'analyst' }) },
  { name: 'list API keys, 20 of many', operation: 'keys.list', seed: manyKeys, call: () => get('/v1/keys') },
  { name: 'create an API key', operation: 'keys.create', status: 201, call: (_, index) => post('/v1/keys', { name: `Example ${index + 10}` }) },
  { name: 'get an API key', operation: 'keys.get', seed: manyKeys, call: (tenant, index) => get(`/v1/keys/${exampleKeyId(tenant, index)}`) },
  { name: 'revoke an API key', operation: 'keys.delete', seed: manyKeys, call: (tenant, index) => ({ method: 'DELETE', path: `/v1/keys/${exampleKeyId(tenant, index)}` }) },
  { name: 'pause an agent key', operation: 'keys.update', seed: agentKeys, call: (tenant, index) => ({ method: 'PUT', path: `/v1/keys/${exampleKeyId(tenant, index)}`, body: { paused: true } }) },
  { name: 'reroll an API key', operation: 'keys.reroll', seed: manyKeys, call: (tenant, index) => post(`/v1/keys/${exampleKeyId(tenant, index)}/reroll`, {}) },
  { name: 'register an endpoint', operation: 'webhooks.create', status: 201, call: (_, index) => post('/v1/webhooks', { url: `https://receiver.example.com/${index + 10}`, events: ['*'] }) },
  { name: 'list endpoints', operation: 'webhooks.list', needs: { receiver: 'https://receiver.example.com/' }, call: () => get('/v1/webhooks') },
  { name: 'get an endpoint', operation: 'webhooks.get', seed: elevenEndpoints, call: (_, index) => get(`/v1/webhooks/${exampleEndpointId(index)}`) },
  { name: 'change an endpoint URL', operation: 'webhooks.update', seed: elevenEndpoints, call: (_, index) => ({ method: 'PUT', path: `/v1/webhooks/${exampleEndpointId(index)}`, body: { url: `https://receiver.example.com/moved/${index + 10}` } }) },
  { name: 'delete an endpoint', operation: 'webhooks.delete', seed: elevenEndpoints, call: (_, index) => ({ method: 'DELETE', path: `/v1/webhooks/${exampleEndpointId(index)}` }) },
  { name: 'rotate a secret', operation: 'webhooks.rotate-secret', seed: elevenEndpoints, call: (_, index) => post(`/v1/webhooks/${exampleEndpointId(index)}/rotate-secret`, {}) },
  { name: 'test delivery', operation: 'webhooks.test', needs: { receiver: '/_inbox/test' }, call: ({ endpointId }) => post(`/v1/webhooks/${endpointId}/test`, { event_type: 'content.published' }) },
  { name: 'list deliveries, 20 of many', operation: 'webhooks.list-deliveries', needs: { receiver: 'https://receiver.example.com/' }, seed: failedDeliveries, call: ({ endpointId }) => get(`/v1/webhooks/${endpointId}/deliveries`) },
  { name: 'list deliveries by status', operation: 'webhooks.list-deliveries', needs: { receiver: 'https://receiver.example.com/' }, seed: failedDeliveries, call: ({ endpointId }) => get(`/v1/webhooks/${endpointId}/deliveries?status=exhausted`) },
  { name: 'get a delivery', operation: 'webhooks.get-delivery', needs: { receiver: 'https://receiver.example.com/' }, seed: failedDeliveries, call: ({ endpointId }, index) => get(`/v1/webhooks/${endpointId}/deliveries/${logId('delivery', index)}`) },
  { name: 'replay of a delivery', operation: 'webhooks.replay-delivery', status: 202, needs: { receiver: 'https://receiver.example.com/' }, seed: failedDeliveries, call: ({ endpointId }, index) => ({ method: 'POST', path: `/v1/webhooks/${endpointId}/deliveries/${logId('delivery', index)}/replay` }) },
  { name: 'recover, dry run of 25', operation: 'webhooks.recover-deliveries', needs: { receiver: 'https://receiver.example.com/' }, seed: failedDeliveries, call: ({ endpointId }) => post(`/v1/webhooks/${endpointId}/recover`, { since: LOG_SINCE, dry_run: true }) },
  { name: 'recover', operation: 'webhooks.recover-deliveries', status: 202, needs: { receiver: 'https://receiver.example.com/' }, call: ({ endpointId }) => post(`/v1/webhooks/${endpointId}/recover`, { since: LOG_SINCE }) },
  { name: 'list events, 20 of many', operation: 'events.list', seed: loggedEvents, call: () => get('/v1/events') },
  { name: 'list events by type', operation: 'events.list', seed: loggedEvents, call: () => get('/v1/events?type=content.created') },
  { name: 'get an event', operation: 'events.get', seed: loggedEvents, call: (_, index) => get(`/v1/events/${logId('event', index)}`) },
  { name: 'list problem types', operation: 'problems.list', call: () => ({ ...get('/v1/problems'), anonymous: true }) },
  { name: 'get a problem type', operation: 'problems.get', call: () => ({ ...get('/v1/problems/validation_failed'), anonymous: true }) },
  { name: 'OpenAPI document', operation: 'docs.openapi', call: () => ({ ...get('/v1/openapi.json'), anonymous: true }) },
  { name: 'audit log, 20 of many', operation: 'audit.list', seed: auditLog, call: () => get('/v1/audit') },
  { name: 'audit log from a time', operation: 'audit.list', seed: auditLog, call: () => get(`/v1/audit?from=${LOG_SINCE}`) },
  { name: 'verify 25 entries', operation: 'audit.verify', seed: auditLog, call: () => get('/v1/audit/verify') },
  { name: 'rejected, no token', operation: 'content.list', status: 401, call: () => ({ ...get('/v1/content'), anonymous: true }) },
  { name: 'draft a post by the MCP server', operation: 'mcp', neededMs: SLOW_MS, seed: agentWithToken, prepare: outlastTokenCache, call: draftByTool },
  { name: 'unknown path', operation: 'unmatched', status: 404, call: () => get('/v1/nothing') },
];

function appOf(index: number) {
  const body = { client_id: `example-client-${index + 10}`, client_secret: EXAMPLE_SECRET };
  return { method: 'PUT', path: '/v1/platform-apps/twitter', body };
}

async function setApp({ request }: MeteredStack, { token }: Tenant, index: number): Promise<string> {
  const { method, path, body } = appOf(index);
  await request(200, method, path, { token, body });
  return path;
}

function likes(contentId: string, index: number, count: number) {
  const occurred_at = new Date(Date.now() - HOUR_MS).toISOString();
  const like = { platform: 'twitter', content_id: contentId, kind: 'like', occurred_at };
  return Array.from({ length: count }, (_, number) => ({
    ...like,
    external_id: `like-${index + 10}-${number + 100}`,
  }));
}

function exampleEndpointId(index: number): string {
  return `wh_01K000000000000000000000${index + 10}`;
}

/** Build endpoints to be read, moved, removed and given new secrets. */
function elevenEndpoints({ workspaceId }: Tenant, nowMs: number): Write[] {
  return Array.from({ length: 11 }, (_, index) =>
    newEndpoint({
      id: exampleEndpointId(index),
      workspaceId,
      url: `https://receiver.example.com/${index + 10}`,
      events: ['*'],
      secret: sampleSigningSecret(
        { workspace_id: workspaceId, endpoint_id: exampleEndpointId(index) },
        () => 'encrypted',
      ),
      createdAt: new Date(nowMs).toISOString(),
    }),
  ).flatMap((endpoint) => newEndpointWrites(endpoint, 20));
}

/** Four weeks with ten terms published every hour, the latest fifteen days in term buckets. */
function termHours({ workspaceId }: Tenant, nowMs: number): Write[] {
  const terms = ['autumn', 'wool', 'handmade', 'jackets', 'collection', 'scarf', 'order', 'noon', 'valley', '#new'];
  const put = (entity: 'TermBucket' | 'DailyTextCount', fields: object, numbers: Record<string, number>): Write => {
    const { workspace_id: _w, series: _s, shard: _h, since: _a, day: _d, ...keys } = toItem(entity, fields);
    return { put: { ...keys, ...numbers }, condition: 'any' };
  };
  const series = { workspace_id: workspaceId, series: 'all' };
  const byShard = [...Map.groupBy(terms, (term) => shardOf(term, TERM_SHARDS))];
  const countsOf = (some: string[]) =>
    Object.fromEntries([0, 1, 2, 3].flatMap((hour) => some.map((term) => [`${hour}|${term}`, 2] as const)));
  const texts = Array.from({ length: 24 }, (_, hour) => [String(hour).padStart(2, '0'), 2] as const);
  const blocks = Array.from({ length: 6 * 15 }, (_, ago) => {
    const since = termBucketOf(new Date(nowMs - ago * HOURS_PER_TERM_BUCKET * HOUR_MS));
    return byShard.map(([shard, some]) => put('TermBucket', { ...series, since, shard }, countsOf(some)));
  }).flat();
  const days = Array.from({ length: 29 }, (_, ago) => {
    const day = dayOf(new Date(nowMs - ago * 24 * HOUR_MS));
    return put('DailyTextCount', { ...series, day }, Object.fromEntries(texts));
  });
  return [...blocks, ...days];
}
