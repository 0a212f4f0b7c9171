import { execFile, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localServiceFile } from '../../../tools/cli/local-service-file.ts';
import { getTableInfo, scanTable } from '../../e2e/assertions.ts';
import { createApiClient, getAccessToken } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { service, folder } = useRunningService();

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Run the command as npm does, while the service runs in this process. */
function workspace(args: string[], given: { input?: string; env?: Record<string, string> } = {}) {
  const env = { ...process.env, LOCAL_FOLDER: folder, AWS_PROFILE: 'another', ...given.env };
  return new Promise<Ran>((resolve) => {
    const child = execFile(
      process.execPath,
      ['bin/workspace.ts', ...args],
      { cwd: ROOT, env },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
    child.stdin!.end(given.input ?? '');
  });
}

const create = (plan: string, ...more: string[]) =>
  workspace(['create', '--name', 'Acme', '--plan', plan, '--email', 'Owner@Example.com', ...more]);

function printed(stdout: string) {
  const value = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'm').exec(stdout)![1]!;
  return {
    id: value('workspace'),
    key: { client_id: value('client id'), client_secret: value('client secret') },
  };
}

describe('workspace create, without --stage', () => {
  it.each(['standard', 'enterprise'])(
    'creates a workspace of the %s plan in the running local service; the printed API key works',
    async (plan) => {
      const { code, stdout } = await create(plan);
      expect(code).toBe(0);
      const { id, key } = printed(stdout);
      const call = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, key));
      expect(JSON.parse((await call('GET', '/auth/verify')).text)).toMatchObject({ workspace_id: id, plan });
      const { members } = JSON.parse((await call('GET', '/team/members')).text);
      expect(members).toEqual([expect.objectContaining({ email: 'owner@example.com', role: 'owner' })]);
    },
  );

  it('stores only the hash of the secret', async () => {
    const { key } = printed((await create('standard')).stdout);
    const items = JSON.stringify(await scanTable(getTableInfo(service)));
    expect(items).toContain(key.client_id);
    expect(items).not.toContain(key.client_secret);
  });

  it.each([
    ['an unknown plan', ['--plan', 'gold', '--name', 'A', '--email', 'a@example.com'], '--plan: must be one of'],
    ['an address that is none', ['--plan', 'standard', '--name', 'A', '--email', 'a'], '--email: must be an'],
    ['a missing name', ['--plan', 'standard', '--email', 'a@example.com'], '--name: '],
    ['an unknown option', ['--colour', 'red'], "Unknown option '--colour'"],
  ])('rejects %s with 2, says what is wrong and shows the usage', async (_, args, said) => {
    const { code, stdout, stderr } = await workspace(['create', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain('Usage: npm run workspace -- create');
    expect(stdout).toBe('');
  });

  it('rejects an unknown stage before any AWS request', async () => {
    const { code, stderr } = await create('standard', '--stage', 'staging');
    expect(code).toBe(1);
    expect(stderr).toContain('No stage "staging"');
    expect(stderr).toContain('settings/staging.json');
  });

  it('reports that no local service is running', () => {
    const env = { ...process.env, LOCAL_FOLDER: join(folder, 'missing') };
    const args = ['bin/workspace.ts', 'create', '--name', 'A', '--plan', 'standard', '--email', 'a@example.com'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('No local service is running');
  });
});

describe('the local service file', () => {
  it('is readable by its owner only', () => {
    expect(statSync(localServiceFile(folder)).mode & 0o777).toBe(0o600);
  });
});
