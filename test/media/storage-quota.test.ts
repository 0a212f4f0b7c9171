import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { PLANS } from '../../lib/core/config/plans.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { withPlan } from '../../lib/identity/rules/workspace.ts';
import { workspaceUpdateWrite } from '../../lib/identity/store/workspaces.ts';
import { MAX_UPLOAD_BYTES, type MediaAsset } from '../../lib/media/rules/media-asset.ts';
import { uploadKey } from '../../lib/media/rules/media-keys.ts';
import { advanceTime, callApi, storedItems } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { inspectMedia } from '../functions/uploaded-media.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { png } from './images.ts';

const harness = setupWorkers();
const bucket = setupObjectStore();

const QUOTA = PLANS.standard.mediaStorageBytes;
const MOST = QUOTA / MAX_UPLOAD_BYTES;
const picture = await png();

const add = (tenant: Tenant, size_bytes = MAX_UPLOAD_BYTES) =>
  callApi('media.create', { token: tenant.token, body: { size_bytes } });
const remove = (tenant: Tenant, id: unknown) =>
  callApi('media.delete', { token: tenant.token, params: { id: String(id) } });
const usage = async (tenant: Tenant) => {
  const { json } = await callApi('workspace.get', { token: await newToken(tenant) });
  return json.media_storage as { used_bytes: number; quota_bytes: number };
};
const used = async (tenant: Tenant) => (await usage(tenant)).used_bytes;
/** The item of the table with a sort key: of a file, or of the counter. */
const item = (key: unknown) => harness.table.items().find(({ sk }) => sk === key)!;
const assets = () => storedRecords<MediaAsset>(harness, 'MediaAsset');

/** Add files until the quota of a standard workspace has no room for another large one. */
async function full(tenant: Tenant): Promise<string[]> {
  const added = await Promise.all(Array.from({ length: MOST }, () => add(tenant)));
  expect(added.map(({ status }) => status)).toEqual(Array(MOST).fill(201));
  return added.map(({ json }) => String(json.id));
}

async function upload({ workspace }: Tenant, id: string, bytes: Uint8Array): Promise<void> {
  bucket.objects.set(uploadKey({ workspace_id: workspace.id, id }), bytes);
}

describe('POST /media', () => {
  it('announces no more bytes than the quota, however many requests arrive at once', async () => {
    const tenant = await newTenant('standard');
    const answers = await Promise.all(Array.from({ length: 30 }, () => add(tenant)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST);
    expect(await usage(tenant)).toEqual({ used_bytes: QUOTA, quota_bytes: QUOTA });
  });

  it('is 409 with the used and the permitted bytes when the quota is exceeded, and stores nothing', async () => {
    const tenant = await newTenant('standard');
    await full(tenant);
    const before = storedItems(harness.table);
    const { status, json } = await add(tenant, 1);
    expect([status, json]).toMatchObject([
      409,
      { code: 'storage_quota_exceeded', used_bytes: QUOTA, quota_bytes: QUOTA },
    ]);
    expect(storedItems(harness.table)).toEqual(before);
  });

  it('does not count the files of another workspace', async () => {
    await full(await newTenant('standard'));
    expect((await add(await newTenant('standard'))).status).toBe(201);
  });

  it('has the quota of the plan', async () => {
    const tenant = await newTenant('standard');
    await full(tenant);
    await commit([workspaceUpdateWrite(tenant.workspace, withPlan(tenant.workspace, 'enterprise'))]);
    expect((await add({ ...tenant, token: await newToken(tenant) })).status).toBe(201);
    expect((await usage(tenant)).quota_bytes).toBe(PLANS.enterprise.mediaStorageBytes);
  });

  it('accepts a file that has exactly the bytes that are left', async () => {
    const tenant = await newTenant('standard');
    const [id] = await full(tenant);
    await remove(tenant, id);
    expect((await add(tenant, MAX_UPLOAD_BYTES - 7)).status).toBe(201);
    expect((await add(tenant, 8)).status).toBe(409);
    expect((await add(tenant, 7)).status).toBe(201);
  });
});

describe('a file behind a URL', () => {
  it('is rejected before it is stored when its bytes exceed the quota', async () => {
    const tenant = await newTenant('standard');
    await full(tenant);
    const { json } = await callApi('media.create', {
      token: tenant.token,
      body: { url: 'https://files.invalid/a.png' },
    });
    await upload(tenant, String(json.id), picture);
    // What the worker fetches, as an upload has it.
    harness.table.insert({ ...item(json.id), source_url: null });
    expect(await inspectMedia(tenant, String(json.id))).toBe(0);
    expect(assets().find(({ id }) => id === json.id)).toMatchObject({
      status: 'rejected',
      error: { code: 'storage_quota_exceeded' },
    });
    expect(await used(tenant)).toBe(QUOTA);
  });
});

describe('the bytes of a file', () => {
  it('are those that are stored once it is ready', async () => {
    const tenant = await newTenant('standard');
    const { json } = await add(tenant, picture.byteLength + 1_000);
    await upload(tenant, String(json.id), picture);
    await inspectMedia(tenant, String(json.id));
    const file = assets()[0]!.file!;
    const adapted = file.adaptations.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
    expect(await used(tenant)).toBe(file.size_bytes + adapted);
  });

  it('are released once when it is rejected, and not again when it expires', async () => {
    const tenant = await newTenant('standard');
    await add(tenant, 500);
    const { json } = await add(tenant, 1_000);
    await upload(tenant, String(json.id), Buffer.from('no image'));
    await inspectMedia(tenant, String(json.id));
    await inspectMedia(tenant, String(json.id));
    expect(await used(tenant)).toBe(500);
    advanceTime(31 * DAY_MS);
    await onSweepDue();
    expect([assets(), await used(tenant)]).toEqual([[], 0]);
  });

  it('are released once when it is deleted by two requests at once', async () => {
    const tenant = await newTenant('standard');
    await add(tenant, 500);
    const { json } = await add(tenant, 1_000);
    await Promise.all([remove(tenant, json.id), remove(tenant, json.id), remove(tenant, json.id)]);
    expect(await used(tenant)).toBe(500);
  });

  it('are not released for a file that was added before they were counted', async () => {
    const tenant = await newTenant('standard');
    const { json } = await add(tenant, 1_000);
    const { storage_bytes: _, ...older } = item(json.id);
    harness.table.insert(older);
    harness.table.insert({ ...item('media'), bytes: 0 });
    await remove(tenant, json.id);
    expect(await used(tenant)).toBe(0);
  });

  const steps = fc.array(
    fc.tuple(fc.constantFrom('add', 'upload', 'garbage', 'inspect', 'delete', 'expire'), fc.nat(9)),
    {
      minLength: 10,
      maxLength: 40,
    },
  );

  it('add up to those of all files of the workspace after any operations, repeated or not', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (operations) => {
        const tenant = await newTenant('standard');
        const ids: string[] = [];
        for (const [operation, number] of operations) {
          const id = ids[number % ids.length];
          if (operation === 'add') ids.push(String((await add(await renewed(tenant), 2_000)).json.id));
          else if (id === undefined) continue;
          else if (operation === 'upload') await upload(tenant, id, picture);
          else if (operation === 'garbage') await upload(tenant, id, Buffer.from('no image'));
          else if (operation === 'inspect') await inspectMedia(tenant, id);
          else if (operation === 'delete') await remove(await renewed(tenant), id);
          else {
            advanceTime(2 * DAY_MS);
            await onSweepDue();
          }
          const own = assets().filter(({ workspace_id }) => workspace_id === tenant.workspace.id);
          const sum = own.reduce((bytes, { storage_bytes }) => bytes + storage_bytes!, 0);
          expect(await used(tenant)).toBe(sum);
        }
      }),
      { numRuns: 15 },
    );
  });
});

const renewed = async (tenant: Tenant) => ({ ...tenant, token: await newToken(tenant) });
