import type { Write } from '../../../lib/core/table/commit.ts';
import { readyFile } from '../../../lib/media/samples.ts';
import { mediaAssetWrites } from '../../../lib/media/store/media-assets.ts';
import type { MeteredStack } from './metered-stack.ts';
import { EXAMPLE_PICTURE, EXAMPLE_POST, EXAMPLE_SECRET, examplePost, type Needs, type Tenant } from './tenant.ts';

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
  /** How much of a minute the requests need, where it is more than that of others. */
  durationMs?: number;
  /** Does what must precede each request, unmeasured. */
  prepare?: (stack: MeteredStack, tenant: Tenant, index: number) => Promise<unknown>;
  call: (
    tenant: Tenant,
    index: number,
  ) => { method: string; path: string; body?: unknown; headers?: Record<string, string>; anonymous?: true };
}

/** For rows with a preparation: each request is measured alone. */
const SLOW_MS = 25_000;
const WEEK = 'from=2026-06-01T12:00:00Z&to=2026-06-08T12:00:00Z';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const get = (path: string) => ({ method: 'GET', path });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  path,
  body,
  headers,
});

/** The operations in the life of a post, and every variant with a different cost. The meter makes eleven requests of each. */
// biome-ignore format: one row per line is what makes it a table.
export const REQUEST_KINDS: RequestKind[] = [
  { name: 'token exchange', operation: 'auth.token', call: ({ clientId }) => ({ ...post('/v1/auth/token', { client_id: clientId, client_secret: EXAMPLE_SECRET, grant_type: 'client_credentials' }), anonymous: true }) },
  { name: 'verify', operation: 'auth.verify', call: () => get('/v1/auth/verify') },
  { name: 'list accounts', operation: 'accounts.list', call: () => get('/v1/accounts') },
  { name: 'start an upload', operation: 'media.create', status: 201, call: () => post('/v1/media', { size_bytes: 48_213 }) },
  { name: 'list media files, 20 of many', operation: 'media.list', seed: mediaFiles, call: () => get('/v1/media') },
  { name: 'validate', operation: 'content.validate', call: () => post('/v1/content/validate', { ...EXAMPLE_POST, platforms: ['twitter'] }) },
  { name: 'create a draft', operation: 'content.create', status: 201, call: () => post('/v1/content', { ...EXAMPLE_POST, platforms: ['twitter'] }) },
  { name: 'create, scheduled on 1 platform', operation: 'content.create', status: 201, call: (_, index) => post('/v1/content', { ...examplePost(index), platforms: ['twitter'], scheduled_at: tomorrow() }) },
  { name: 'create, scheduled on 3 platforms', operation: 'content.create', status: 201, call: (_, index) => post('/v1/content', { ...examplePost(index), media: [EXAMPLE_PICTURE], platforms: ['instagram', 'linkedin', 'twitter'], scheduled_at: tomorrow() }) },
  { name: 'create a draft, with Idempotency-Key', operation: 'content.create', status: 201, call: (_, index) => post('/v1/content', { ...EXAMPLE_POST, platforms: ['twitter'] }, { 'idempotency-key': `example-key-${index + 10}` }) },
  { name: 'replay of an Idempotency-Key', operation: 'content.create', status: 201, repeats: true, call: () => post('/v1/content', { ...EXAMPLE_POST, platforms: ['twitter'] }, { 'idempotency-key': 'example-key-00' }) },
  { name: 'get', operation: 'content.get', needs: { drafts: 1 }, call: ({ drafts }) => get(`/v1/content/${drafts[0]}`) },
  { name: 'list, 20 of many', operation: 'content.list', needs: { drafts: 25 }, call: () => get('/v1/content') },
  { name: 'rejected, no token', operation: 'content.list', status: 401, call: () => ({ ...get('/v1/content'), anonymous: true }) },
  { name: 'update a field', operation: 'content.update', needs: { drafts: 1 }, call: ({ drafts }, index) => ({ method: 'PUT', path: `/v1/content/${drafts[0]}`, body: { title: `Another title, number ${index + 10}` } }) },
  { name: 'submit for approval', operation: 'content.submit', needs: { drafts: 11 }, call: ({ drafts }, index) => post(`/v1/content/${drafts[index]}/submit`, {}) },
  { name: 'approve', operation: 'content.approve', needs: { drafts: 11 }, durationMs: SLOW_MS, prepare: submitDraft, call: ({ drafts }, index) => post(`/v1/content/${drafts[index]}/approve`, {}) },
  { name: 'schedule on 1 platform', operation: 'schedule.create', status: 201, needs: { drafts: 11 }, call: ({ drafts }, index) => post('/v1/schedule', { content_id: drafts[index], platforms: ['twitter'], scheduled_at: tomorrow() }) },
  { name: 'list pending entries, 20 of many', operation: 'schedule.list', needs: { scheduled: 25 }, call: () => get('/v1/schedule') },
  { name: 'cancel', operation: 'schedule.cancel', needs: { scheduled: 11 }, call: ({ scheduled }, index) => ({ method: 'DELETE', path: `/v1/schedule/${scheduled[index]!.entryId}` }) },
  { name: 'publish now, 1 platform', operation: 'content.update', needs: { drafts: 11 }, waits: true, call: ({ drafts }, index) => ({ method: 'PUT', path: `/v1/content/${drafts[index]}`, body: { status: 'published' } }) },
  { name: 'performance, 7 days', operation: 'analytics.performance', call: () => get(`/v1/analytics/performance?${WEEK}`) },
  { name: 'content ranking, 7 days', operation: 'analytics.rank-content', call: () => get(`/v1/analytics/content?${WEEK}`) },
  { name: 'delete a draft', operation: 'content.delete', needs: { drafts: 11 }, call: ({ drafts }, index) => ({ method: 'DELETE', path: `/v1/content/${drafts[index]}` }) },
];

/** Let the owner submit a draft and decide about it. */
async function submitDraft({ request }: MeteredStack, { token, drafts }: Tenant, index: number): Promise<void> {
  if (index === 0) await request(200, 'PUT', '/v1/workspace', { token, body: { authors_may_approve: true } });
  await request(200, 'POST', `/v1/content/${drafts[index]}/submit`, { token, body: {} });
}

/** Build files of the media library that are ready. */
function mediaFiles({ workspaceId: workspace_id, ownerId: created_by }: Tenant, nowMs: number): Write[] {
  const ids = Array.from({ length: 25 }, (_, index) => `med_01K000000000000000000000${index + 10}`);
  return ids.flatMap((id) => mediaAssetWrites(null, readyFile({ id, workspace_id, created_by }, nowMs)));
}
