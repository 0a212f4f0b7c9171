import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getTableInfo, scanTable } from '../../e2e/assertions.ts';
import { createApiClient, getAccessToken } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { service, folder } = useRunningService();

/** Run the command as npm does, with these lines as standard input. */
function platform(args: string[], ...lines: string[]) {
  const env = { ...process.env, LOCAL_FOLDER: folder, AWS_PROFILE: 'another' };
  return new Promise<{ code: number; output: string }>((resolve) => {
    const command = [process.execPath, ['bin/platform.ts', ...args], { cwd: ROOT, env }] as const;
    const child = execFile(...command, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
    child.stdin!.end(lines.map((line) => `${line}\n`).join(''));
  });
}

async function startConnection(): Promise<{ status: number; json: { url: string; code: string } }> {
  const call = createApiClient(service.baseUrl, await getAccessToken(service.baseUrl, service.credentials));
  const { status, text } = await call('POST', '/connect/twitter', {});
  return { status, json: JSON.parse(text) };
}

/** Continue on the start page of a connection. Returns the URL of the consent page, to which it leads. */
async function consentUrl(startUrl: string): Promise<URL> {
  const { headers } = await fetch(startUrl, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
  return new URL(headers.get('refresh')!.replace('0;url=', ''));
}

describe('npm run platform', () => {
  it('lists the simulated apps of the local service, with which connections can be started at once', async () => {
    const { code, output } = await platform(['list']);
    expect(code).toBe(0);
    expect(output).toMatch(/^twitter +simulator-client \(with a secret\), set /m);
    expect((await startConnection()).status).toBe(201);
  });

  it('sets the app for new connections, encrypts its secret and prints it nowhere', async () => {
    const { code, output } = await platform(
      ['set', 'x', '--scopes', 'tweet.write,users.read'],
      'new-client',
      'new-secret',
    );
    expect(code, output).toBe(0);
    expect(output).toContain(`${service.baseUrl}/connect/callback`);
    const { searchParams } = await consentUrl((await startConnection()).json.url);
    expect([searchParams.get('client_id'), searchParams.get('scope')]).toEqual([
      'new-client',
      'tweet.write users.read',
    ]);
    const listed = (await platform(['list'])).output;
    expect(listed).toContain('new-client (with a secret, scopes tweet.write users.read)');
    expect(output + listed + JSON.stringify(await scanTable(getTableInfo(service)))).not.toContain('new-secret');
  });

  it('removes the app, after which a connection names the command to set it', async () => {
    expect((await platform(['remove', 'twitter'])).code).toBe(0);
    const { status, json } = await startConnection();
    expect([status, json.code]).toEqual([409, 'platform_app_missing']);
    expect(await platform(['remove', 'twitter'])).toEqual({
      code: 1,
      output: 'No app credentials are set for twitter.\n',
    });
  });

  it.each([
    [[], []],
    [['set', 'myspace'], []],
    [['set', 'twitter', '--secret', 'in-arguments'], []],
    [['set', 'twitter'], []],
    [
      ['set', 'twitter'],
      ['a client', 'a secret with spaces'],
    ],
  ])('rejects %j with the lines %j, with exit code 2 and without a secret in its message', async (args, lines) => {
    const { code, output } = await platform(args, ...lines);
    expect(code).toBe(2);
    expect(output).not.toContain('a secret with spaces');
  });
});
