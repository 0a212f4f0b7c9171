import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, getAccessToken, until } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { service, api, clock, folder } = useRunningService();
let workspace: string;

beforeAll(async () => {
  workspace = JSON.parse((await api('GET', '/auth/verify')).text).workspace_id;
});

/** Run the command as npm does, while the service runs in this process. */
function limit(...args: string[]) {
  const env = { ...process.env, LOCAL_FOLDER: folder };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['bin/workspace.ts', 'limit', ...args], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** The limit that a new instance of a function, or one with a new token, uses. */
async function limitInHeaders(): Promise<string | undefined> {
  const call = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, service.credentials));
  return (await call('GET', '/auth/verify')).headers['x-ratelimit-limit'] as string | undefined;
}

describe('workspace limit', () => {
  it('sets a limit above that of the plan, which the next token has, and is in the audit log', async () => {
    clock.pause();
    expect(await limitInHeaders()).toBe('10000');
    const { code, stdout, stderr } = await limit('--workspace', workspace, '--requests-per-minute', '25000');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${workspace} can now send 25000 requests a minute, whatever its plan`);
    expect(stdout).toContain('the previous limit was 10000.');
    expect(await limitInHeaders()).toBe('25000');
    clock.resume();
    await until('the audit entry', async () =>
      (await api('GET', '/audit')).text.includes('"operation":"workspace.limit"'),
    );
  });

  it('restores the limit of the plan', async () => {
    const { code, stdout } = await limit('--workspace', workspace, '--requests-per-minute', 'plan');
    expect(code).toBe(0);
    expect(stdout).toContain('10000 requests a minute, as the enterprise plan has; the previous limit was 25000.');
    expect(await limitInHeaders()).toBe('10000');
  });

  it.each([
    ['no number', ['--workspace', 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4'], '--requests-per-minute: must be given'],
    ['zero', ['--workspace', 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4', '--requests-per-minute', '0'], 'from 1 to 100000'],
    ['too many', ['--workspace', 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4', '--requests-per-minute', '100001'], 'from 1 to'],
    ['a fraction', ['--workspace', 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4', '--requests-per-minute', '1.5'], 'from 1 to'],
    ['what is no id', ['--workspace', 'acme', '--requests-per-minute', '5'], '--workspace: must be the id'],
    ['an unknown option', ['--plan', 'standard'], "Unknown option '--plan'"],
  ])('rejects %s with exit code 2, the reason and the usage', async (_, args, said) => {
    const { code, stdout, stderr } = await limit(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain('Usage: npm run workspace -- limit');
    expect(stdout).toBe('');
  });

  it('rejects an unknown workspace', async () => {
    const id = 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4';
    const { code, stderr } = await limit('--workspace', id, '--requests-per-minute', '5');
    expect(code).toBe(1);
    expect(stderr).toContain(`There is no workspace ${id}.`);
  });
});
