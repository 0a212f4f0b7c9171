import { beforeAll, describe, expect, it } from 'vitest';
import { WebhookCreateResponse } from '../../../lib/webhooks/api/webhooks/create.ts';
import { WebhookResponse } from '../../../lib/webhooks/api/webhooks/responses.ts';
import { createApiClient, getAccessToken, read, until } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';
import { runWorkspace } from './run-workspace.ts';

const UNKNOWN = 'ws_01M7XSQXGFZ1DJZW1ZG29RF1Q4';
const { service, api, clock, folder } = useRunningService();
let workspace: string;

beforeAll(async () => {
  workspace = JSON.parse((await api('GET', '/auth/verify')).text).workspace_id;
});

const run = (...args: string[]) => runWorkspace(folder, ...args);

/** The limit that a new instance of a function, or one with a new token, uses. */
async function limitInHeaders(): Promise<string | undefined> {
  const call = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, service.credentials));
  return (await call('GET', '/auth/verify')).headers['x-ratelimit-limit'] as string | undefined;
}

describe('workspace limit', () => {
  it('sets a limit above that of the plan, which the next token has, and is in the audit log', async () => {
    clock.pause();
    expect(await limitInHeaders()).toBe('10000');
    const { code, stdout, stderr } = await run('limit', '--workspace', workspace, '--requests-per-minute', '25000');
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
    const { code, stdout } = await run('limit', '--workspace', workspace, '--requests-per-minute', 'plan');
    expect(code).toBe(0);
    expect(stdout).toContain('10000 requests a minute, as the enterprise plan has; the previous limit was 25000.');
    expect(await limitInHeaders()).toBe('10000');
  });
});

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

    const down = await run('plan', '--workspace', workspace, '--plan', 'standard');
    expect(down).toMatchObject({ code: 0, stderr: '' });
    expect(down.stdout).toContain(`${workspace} is now on the standard plan; the previous plan was enterprise.`);
    await until('the pause', async () => (await statusOf(active)) === 'paused plan');
    expect(await statusOf(paused)).toBe('paused owner');

    expect((await run('plan', '--workspace', workspace, '--plan', 'enterprise')).code).toBe(0);
    await until('the end of the pause', async () => (await statusOf(active)) === 'active null');
    expect(await statusOf(paused)).toBe('paused owner');
  });

  it('reports that the workspace is already on that plan', async () => {
    const { code, stdout } = await run('plan', '--workspace', workspace, '--plan', 'enterprise');
    expect(code).toBe(0);
    expect(stdout).toContain('is already on the enterprise plan');
  });
});

describe.each([
  ['limit', ['--requests-per-minute', '5']],
  ['plan', ['--plan', 'standard']],
])('workspace %s', (command, change) => {
  const rejected: Record<string, [what: string, args: string[], said: string][]> = {
    limit: [
      ['no number', ['--workspace', UNKNOWN], '--requests-per-minute: must be given'],
      ['zero', ['--workspace', UNKNOWN, '--requests-per-minute', '0'], 'from 1 to 100000'],
      ['too many', ['--workspace', UNKNOWN, '--requests-per-minute', '100001'], 'from 1 to'],
      ['a fraction', ['--workspace', UNKNOWN, '--requests-per-minute', '1.5'], 'from 1 to'],
      ['what is no id', ['--workspace', 'acme', '--requests-per-minute', '5'], '--workspace: must be the id'],
      ['an unknown option', ['--plan', 'standard'], "Unknown option '--plan'"],
    ],
    plan: [
      ['an unknown plan', ['--workspace', UNKNOWN, '--plan', 'gold'], '--plan: must be one of'],
      ['what is no id', ['--workspace', 'acme', '--plan', 'standard'], '--workspace: must be the id'],
      ['no workspace', ['--plan', 'standard'], '--workspace: must be given'],
      ['an unknown option', ['--workspace', 'ws_1', '--email', 'a@example.com'], "Unknown option '--email'"],
    ],
  };

  it.each(rejected[command]!)('rejects %s with exit code 2, the reason and the usage', async (_, args, said) => {
    const { code, stdout, stderr } = await run(command, ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain(`Usage: npm run workspace -- ${command}`);
    expect(stdout).toBe('');
  });

  it('rejects an unknown workspace', async () => {
    const { code, stderr } = await run(command, '--workspace', UNKNOWN, ...change);
    expect(code).toBe(1);
    expect(stderr).toContain(`There is no workspace ${UNKNOWN}.`);
  });
});
