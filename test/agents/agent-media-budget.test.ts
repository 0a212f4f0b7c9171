import timers from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { MediaAsset } from '../../lib/media/rules/media-asset.ts';
import { fileKey, uploadKey } from '../../lib/media/rules/media-keys.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { callTool } from '../functions/mcp-client.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { inspectMedia } from '../functions/uploaded-media.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { png } from '../media/images.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

const picture = await png();
const SIZE = picture.byteLength;

/** The file behind a URL, as its download has it: the worker reads it from the bucket, as an upload. */
function fetched({ workspace }: Tenant, id: string): void {
  const item = harness.table.items().find(({ sk }) => sk === id)!;
  harness.table.insert({ ...item, source_url: null });
  bucket.objects.set(uploadKey({ workspace_id: workspace.id, id }), picture);
}

async function usedBytes(tenant: Tenant, id: string): Promise<unknown> {
  const { json } = await callApi('keys.get', { token: tenant.token, params: { id } });
  return ((json.agent as Json).used_today as Json).media_bytes;
}

const assets = () => storedRecords<MediaAsset>(harness, 'MediaAsset');

describe('the budget media_bytes of an agent key', () => {
  it('is exact for files behind URLs that are added and inspected at the same time', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant, { budgets: { media_bytes: 3 * SIZE + 10 } });
    const urls = Array.from({ length: 8 }, (_, index) => `https://files.invalid/${index}.png`);
    const added = await Promise.all(urls.map((url) => callApi('media.create', { token: agent.token, body: { url } })));
    const ids = added.map(({ json }) => String(json.id));
    for (const id of ids) fetched(tenant, id);
    // The worker defers what exceeds the inspections of a workspace at the same time.
    while (assets().some(({ status }) => status === 'processing'))
      await Promise.all(ids.map((id) => inspectMedia(tenant, id)));
    const rejected = assets().filter(({ status }) => status === 'rejected');
    expect(assets().filter(({ status }) => status === 'ready')).toHaveLength(3);
    expect(rejected).toHaveLength(5);
    for (const { error, ...asset } of rejected) {
      expect(error).toEqual({ code: 'agent_budget_exceeded', message: expect.stringContaining('media_bytes') });
      expect([...bucket.objects.keys()]).not.toContain(fileKey(asset));
      expect([...bucket.objects.keys()]).not.toContain(uploadKey(asset));
    }
    expect(await usedBytes(tenant, agent.id)).toBe(3 * SIZE);
  });

  it('rejects the next URL at once when nothing is left', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant, { budgets: { media_bytes: SIZE } });
    const add = () => callApi('media.create', { token: agent.token, body: { url: 'https://files.invalid/a.png' } });
    const { json } = await add();
    fetched(tenant, String(json.id));
    await inspectMedia(tenant, String(json.id));
    expect(await add()).toMatchObject({ status: 429, json: { code: 'agent_budget_exceeded', budget: 'media_bytes' } });
  });

  it('takes an uploaded file once, by its announced bytes, and no adaptation', async () => {
    const tenant = await newTenant();
    const agent = await newAgent(tenant, { budgets: { media_bytes: SIZE } });
    const { json } = await callApi('media.create', { token: agent.token, body: { size_bytes: SIZE } });
    bucket.objects.set(uploadKey({ workspace_id: tenant.workspace.id, id: String(json.id) }), picture);
    await inspectMedia(tenant, String(json.id));
    expect(assets()[0]?.status).toBe('ready');
    expect(await usedBytes(tenant, agent.id)).toBe(SIZE);
  });

  it('is the reason that add_media returns', async () => {
    vi.spyOn(timers, 'setTimeout').mockResolvedValue(undefined as never);
    const tenant = await newTenant();
    const agent = await newAgent(tenant, { budgets: { media_bytes: SIZE - 1 } });
    const given = { request_id: 'picture', url: 'https://files.invalid/a.png' };
    const { value } = await callTool(agent.token, 'add_media', given);
    fetched(tenant, String(value.media_id));
    await inspectMedia(tenant, String(value.media_id));
    const again = await callTool(agent.token, 'add_media', given);
    expect(again.value).toMatchObject({ status: 'rejected', rejected_because: expect.stringContaining('media_bytes') });
  });
});
