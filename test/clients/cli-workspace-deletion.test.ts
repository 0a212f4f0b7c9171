import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newStageKeyOf } from '../../tools/conformance/new-stage-key.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { buildCommandLine, runCommand } from './command-line.ts';

// The command line deletes and restores workspaces of the local service.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('the commands about the deletion of a workspace', () => {
  const { service, clock, folder: serviceFolder } = useRunningService();
  const folder = mkdtempSync(join(tmpdir(), 'cli-deletion-'));
  const env: Record<string, string> = { XDG_CONFIG_HOME: folder };
  let program: string;

  const cis = (...args: string[]) => runCommand(program, args, { env });
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await cis(...args);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const newWorkspace = (externalId: string) => json('workspaces', 'ensure', externalId, '--name', 'Example Bakery');
  const daysUntil = (time: string) => Math.round((Date.parse(time) - Date.now()) / DAY_MS);

  beforeAll(async () => {
    program = buildCommandLine(folder);
    const { base_url, client_id, client_secret } = await newStageKeyOf(serviceFolder);
    Object.assign(env, { CIS_BASE_URL: base_url, CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('delete schedules it in so many days, 7 by default, and brings it forward', async () => {
    const { id } = await newWorkspace('customer-1');
    const scheduled = await json('workspaces', 'delete', id);
    expect([scheduled.status, daysUntil(scheduled.delete_at)]).toEqual(['deleting', 7]);
    expect(daysUntil((await json('workspaces', 'delete', id, '--grace-days', '2')).delete_at)).toBe(2);
    expect(await json('workspaces', 'list', '--status', 'deleting')).toMatchObject({ workspaces: [{ id }] });
  });

  test('delete ends with 1 for 31 days and for an etag from before, and with 2 for what is no number', async () => {
    const { id } = await newWorkspace('customer-2');
    const rejected = (code: string) => ({ code: 1, stderr: expect.stringContaining(code) });
    expect(await cis('workspaces', 'delete', id, '--grace-days', '31')).toMatchObject(rejected('--grace-days'));
    expect(await cis('workspaces', 'delete', id, '--if-match', '"7"')).toMatchObject(rejected('precondition_failed'));
    expect((await cis('workspaces', 'delete', id, '--grace-days', 'soon')).code).toBe(2);
    expect(await json('workspaces', 'get', id)).toMatchObject({ status: 'active', delete_at: null });
  });

  test('restore makes it active, and ends with 1 when its time has come', async () => {
    const { id } = await newWorkspace('customer-3');
    await json('workspaces', 'delete', 'external:customer-3');
    expect(await json('workspaces', 'restore', id)).toMatchObject({ status: 'active', delete_at: null });
    expect(await cis('workspaces', 'deletion', id)).toMatchObject({ code: 1 });
    await json('workspaces', 'delete', id, '--grace-days', '0');
    const late = { code: 1, stderr: expect.stringContaining('workspace_deleting') };
    expect(await cis('workspaces', 'restore', id)).toMatchObject(late);
  });

  test('deletion has the progress, and the certificate when nothing is left; the external id is free then', async () => {
    const external_id = 'customer-4';
    const { id } = await newWorkspace(external_id);
    const draft = ['content', 'create', '--title', 'A title', '--platforms', 'x'];
    await json(...draft, '--workspace', `external:${external_id}`);
    await json('workspaces', 'delete', id, '--grace-days', '0');
    const scheduled = { workspace_id: id, external_id, status: 'scheduled', deleted_at: null };
    expect(await json('workspaces', 'deletion', `external:${external_id}`)).toMatchObject(scheduled);
    for (let run = 0; run < 8; run++) {
      clock.advance(5 * MINUTE_MS);
      await service.invoke('on-workspace-deletion-due', {});
    }
    const { status, counts } = await json('workspaces', 'deletion', id);
    expect([status, counts.items > 1, counts.audit_entries > 0]).toEqual(['finished', true, true]);
    expect((await cis('workspaces', 'get', id)).code).toBe(1);
    expect((await newWorkspace(external_id)).id).not.toBe(id);
  });
});
