import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AuditListResponse } from '../../lib/audit/api/audit/list.ts';
import { AuditVerifyResponse } from '../../lib/audit/api/audit/verify.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { read, until } from './http-client.ts';
import { useRunningService } from './running-service.ts';

// The audit log through the running service: the stream, the function on it, and the endpoints.

const ROOT = join(import.meta.dirname, '../..');
const { service, api, folder } = useRunningService();

const auditLog = async () => read(await api('GET', '/audit?limit=100'), 200, AuditListResponse()).entries;

/** The entries about a resource, oldest first, once there are that many. */
async function entriesAbout(id: string, count: number) {
  const about = async () => (await auditLog()).filter(({ resource }) => resource.id === id).reverse();
  await until(`${count} entries about ${id}`, async () => (await about()).length >= count);
  return about();
}

describe('the audit log of the running service', () => {
  it('records the creation, change and deletion of an item with actor, operation and address', async () => {
    const body = { title: 'Before', platforms: ['twitter'] };
    const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
    await api('PUT', `/content/${id}`, { title: 'After' });
    await api('DELETE', `/content/${id}`);
    const entries = await entriesAbout(id, 3);
    expect(entries.map(({ action, operation }) => [action, operation])).toEqual([
      ['created', 'content.create'],
      ['updated', 'content.update'],
      ['deleted', 'content.delete'],
    ]);
    expect(entries[1]!.changes).toEqual([{ field: 'title', before: 'Before', after: 'After' }]);
    for (const { actor, source_ip } of entries) {
      expect(actor).toMatchObject({ type: 'user', client_id: service.credentials.client_id });
      expect(source_ip).toMatch(/^(::ffff:)?127\.0\.0\.1$|^::1$/);
    }
  });

  it('records the publication of a post by the service', async () => {
    const body = { title: 'Out at once', platforms: ['twitter'] };
    const { id } = read(await api('POST', '/content', body), 201, ContentResponse());
    await api('PUT', `/content/${id}`, { status: 'published' });
    const entries = await entriesAbout(id, 3);
    expect(entries.map(({ actor }) => actor.type)).toEqual(['user', 'user', 'service']);
    expect(entries[2]!.changes).toContainEqual({ field: 'status', before: 'scheduled', after: 'published' });
  });

  it("records the operator's commands", async () => {
    const verify = await api('GET', '/auth/verify');
    const workspace = String(JSON.parse(verify.text).workspace_id);
    const args = ['bin/workspace.ts', 'plan', '--workspace', workspace, '--plan', 'standard'];
    const env = { ...process.env, LOCAL_FOLDER: folder };
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
    const isRecorded = async () => (await auditLog()).some(({ operation }) => operation === 'workspace.plan');
    await until('the new plan', isRecorded);
    const entry = (await auditLog()).find(({ operation }) => operation === 'workspace.plan')!;
    expect(entry).toMatchObject({
      actor: { type: 'operator' },
      resource: { type: 'workspace', id: workspace },
      changes: [{ field: 'plan', before: 'enterprise', after: 'standard' }],
    });
  });

  it('is one chain without gaps, and valid', async () => {
    const numbers = (await auditLog()).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index));
    const verified = read(await api('GET', '/audit/verify'), 200, AuditVerifyResponse());
    expect(verified).toMatchObject({ valid: true, complete: true, first_broken: null });
    expect(verified.checked).toBeGreaterThanOrEqual(numbers.length);
  });
});
