import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isIncomplete, openProgress } from '../../../tools/demo/progress.ts';
import type { JsonApiClient } from '../../../tools/local-stack/api-client.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'progress-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A service that has processed what `received` lists, and whose responses are lost while `loses`. */
function fakeService() {
  const received: unknown[] = [];
  const service = { received, loses: false, rejects: false };
  const client: JsonApiClient = async (method, path, _body, key) => {
    received.push([method, path, ...(key ? [key] : [])]);
    if (service.loses) throw new Error('lost');
    if (service.rejects) throw new Error('PUT returned 409');
    return { id: received.length };
  };
  return { service, client };
}

describe('the progress of a demo', () => {
  it('sends a request once, and returns its response to later processes', async () => {
    const { service, client } = fakeService();
    const first = await openProgress(folder).once('ida', client)('POST', '/content', { title: 'A' });
    expect(await openProgress(folder).once('ida', client)('POST', '/content', { title: 'A' })).toEqual(first);
    expect(service.received).toHaveLength(1);
    await openProgress(folder).once('mira', client)('POST', '/content', { title: 'A' });
    expect(service.received).toHaveLength(2);
  });

  it('repeats a POST whose response was lost with the same idempotency key', async () => {
    const { service, client } = fakeService();
    service.loses = true;
    await expect(openProgress(folder).once('ida', client)('POST', '/content', {})).rejects.toThrow('lost');
    service.loses = false;
    await openProgress(folder).once('ida', client)('POST', '/content', {});
    const [first, second] = service.received;
    expect(first).toEqual(['POST', '/content', expect.stringMatching(/^demo-[0-9a-f]{32}$/)]);
    expect(second).toEqual(first);
  });

  it('takes an error of a repeated PUT for a sign that the first one was processed, and no other error', async () => {
    const { service, client } = fakeService();
    service.rejects = true;
    const send = () => openProgress(folder).once('ida', client)('PUT', '/content/1', { status: 'published' });
    await expect(send()).rejects.toThrow('409');
    await expect(send()).resolves.toBeNull();
  });

  it('is stored for its owner only, until the demo is complete', () => {
    expect(isIncomplete(folder)).toBe(false);
    openProgress(folder).save();
    expect(statSync(join(folder, 'demo-progress.json')).mode & 0o777).toBe(0o600);
    openProgress(folder).end();
    expect(isIncomplete(folder)).toBe(false);
  });
});
