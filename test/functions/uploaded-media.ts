import type { SQSEvent } from 'aws-lambda';
import { expect } from 'vitest';
import { handler as onMediaQueued } from '../../functions/on-media-queued.ts';
import { fileKey, uploadKey } from '../../lib/media/rules/media-keys.ts';
import { succeed } from './api-harness.ts';
import type { ObjectStore } from './object-store.ts';
import type { Tenant } from './tenants.ts';

/** Deliver the message of a file to the worker. Returns the number of failures. */
export async function inspectMedia(tenant: Tenant, id: string): Promise<number> {
  const body = JSON.stringify({ workspace_id: tenant.workspace.id, media_id: id });
  const event = { Records: [{ messageId: 'm0', body, attributes: { ApproximateReceiveCount: '1' } }] };
  return (await onMediaQueued(event as unknown as SQSEvent))!.batchItemFailures.length;
}

/** Add a file to the library whose upload has arrived and is not inspected. Returns its id and its keys. */
export async function addUpload(tenant: Tenant, bucket: ObjectStore, bytes: Uint8Array) {
  const body = { size_bytes: Math.max(1, bytes.byteLength) };
  const json = await succeed('media.create', { token: tenant.token, body });
  const owner = { workspace_id: tenant.workspace.id, id: String(json.id) };
  bucket.objects.set(uploadKey(owner), bytes);
  return { ...owner, key: fileKey(owner) };
}

/** Add a file to the library and inspects it. */
export async function addMedia(tenant: Tenant, bucket: ObjectStore, bytes: Uint8Array) {
  const added = await addUpload(tenant, bucket, bytes);
  expect(await inspectMedia(tenant, added.id)).toBe(0);
  return added;
}
