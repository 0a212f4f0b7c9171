import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { callApi, type Json } from '../functions/api-harness.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { approveByPasskey, newPasskeyTeam, statementOf, submit } from '../functions/passkey-approvals.ts';
import { newContent } from '../functions/resources.ts';
import { addMedia } from '../functions/uploaded-media.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { png, SECRET } from './images.ts';
import { writeVideo } from './videos.ts';

/** The statement of an approval names the files of an item by the SHA-256 of their bytes. */

setupWorkers();
const bucket = setupObjectStore();

const filesIn = ({ statement }: Json) => JSON.parse(String(statement)).files as Json[];

describe('the files of a statement', () => {
  it.each([
    ['an image', png, 'image'],
    ['a video', async () => writeVideo({ frames: 300, frameBytes: 500, metadata: 'gpmd' }).bytes, 'video'],
  ] as const)('have the SHA-256 of %s as it is stored, without metadata', async (_, make, type) => {
    const { tenant, approver } = await newPasskeyTeam();
    const { id: media_id, key } = await addMedia(tenant, bucket, await make());
    const bytes = bucket.objects.get(key)!;
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
    const { id } = await newContent(tenant, { platforms: ['twitter'], media: [{ media_id, type }] });
    await submit(tenant, id);
    const [file] = filesIn(await statementOf(approver, id));
    expect(file).toEqual({ media_id, sha256: hash('sha256', bytes), inspection_sha256: expect.any(String) });
    const { json } = await callApi('media.get', { token: tenant.token, params: { id: media_id } });
    expect(Object.keys(json)).not.toContain('sha256');
  });

  it('are those of the item when it is approved', async () => {
    const { tenant, approver } = await newPasskeyTeam();
    const { id: media_id } = await addMedia(tenant, bucket, await png());
    const { id } = await newContent(tenant, { platforms: ['twitter'], media: [{ media_id }] });
    await approveByPasskey({ tenant, approver }, id);
    const { evidence } = (await callApi('content.get-approval', { token: tenant.token, params: { id } })).json;
    expect(filesIn(evidence as Json).map((file) => file.media_id)).toEqual([media_id]);
  });
});
