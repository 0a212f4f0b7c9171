import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebhookCreateResponse } from '../../../lib/webhooks/api/webhooks/create.ts';
import { WebhookResponse } from '../../../lib/webhooks/api/webhooks/responses.ts';
import { read, until } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { api, folder } = useRunningService();
let workspace: string;

beforeAll(async () => {
  workspace = JSON.parse((await api('GET', '/auth/verify')).text).workspace_id;
});

/** Run the command as npm does, while the service runs in this process. */
function plan(...args: string[]) {
  const env = { ...process.env, LOCAL_FOLDER: folder };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['bin/workspace.ts', 'plan', ...args], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

describe('workspace plan', () => {
  it('pauses the webhook endpoints of a workspace on a downgrade, and resumes them on an upgrade', async () => {
    const registered = async (name: string) => {
      const body = { url: `https://example.com/${name}`, events: ['*'] };
      return read(await api('POST', '/webhooks', body), 201, WebhookCreateResponse()).webhook_id;
    };
    const [active, paused] = [await registered('active'), await registered('paused')];
    await api('PUT', `/webhooks/${paused}`, { status: 'paused' });
    const statusOf = async (id: string) => {
      const endpoint = read(await api('GET', `/webhooks/${id}`), 200, WebhookResponse());
      return `${endpoint.status} ${endpoint.paused_reason}`;
    };

    const down = await plan('--workspace', workspace, '--plan', 'standard');
    expect(down).toMatchObject({ code: 0, stderr: '' });
    expect(down.stdout).toContain(`${workspace} is now on the standard plan; the previous plan was enterprise.`);
    await until('the pause', async () => (await statusOf(active)) === 'paused plan');
    expect(await statusOf(paused)).toBe('paused owner');

    expect((await plan('--workspace', workspace, '--plan', 'enterprise')).code).toBe(0);
    await until('the end of the pause', async () => (await statusOf(active)) === 'active null');
    expect(await statusOf(paused)).toBe('paused owner');
  });

  it('reports that the workspace is already on that plan', async () => {
    const { code, stdout } = await plan('--workspace', workspace, '--plan', 'enterprise');
    expect(code).toBe(0);
    expect(stdout).toContain('is already on the enterprise plan');
  });

  it.each([
    ['an unknown plan', ['--workspace', 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4', '--plan', 'gold'], '--plan: must be one of'],
    ['what is no id', ['--workspace', 'acme', '--plan', 'standard'], '--workspace: must be the id'],
    ['no workspace', ['--plan', 'standard'], '--workspace: must be given'],
    ['an unknown option', ['--workspace', 'ws_1', '--email', 'a@example.com'], "Unknown option '--email'"],
  ])('rejects %s with exit code 2, the reason and the usage', async (_, args, said) => {
    const { code, stdout, stderr } = await plan(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain('Usage: npm run workspace -- plan');
    expect(stdout).toBe('');
  });

  it('rejects an unknown workspace', async () => {
    const id = 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4';
    const { code, stderr } = await plan('--workspace', id, '--plan', 'standard');
    expect(code).toBe(1);
    expect(stderr).toContain(`There is no workspace ${id}.`);
  });
});
