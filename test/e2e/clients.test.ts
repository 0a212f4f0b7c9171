import { execFile } from 'node:child_process';
import { copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { documentsFolder } from '../../lib/bundle/documents.ts';
import { useRunningService } from './running-service.ts';

// Third-party clients: one generated from the OpenAPI document, and an OAuth library.

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const { service: local, folder } = useRunningService();

/** Run a command of a package with Node; resolves with its output, rejects with that too. */
async function node(file: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', ...env }, maxBuffer: 1e7 };
  try {
    return (await run(process.execPath, [file, ...args], options)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${file} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

describe('a client generated from openapi-client.json', () => {
  const tool = (path: string) => join(ROOT, 'node_modules', path);

  beforeAll(async () => {
    const out = join(folder, 'client.ts');
    const generate = ['generate-client', join(documentsFolder(), 'openapi-client.json'), '--output', out];
    await node(tool('@redocly/cli/bin/cli.js'), [...generate, '--args-style', 'grouped']);
    copyFileSync(join(import.meta.dirname, 'client/program.ts'), join(folder, 'program.ts'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'types'));
    const strict = { strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true };
    const options = {
      ...strict,
      target: 'es2024',
      lib: ['es2024', 'dom', 'dom.iterable'],
      module: 'nodenext',
    };
    const compilerOptions = { ...options, typeRoots: ['./types'], types: ['node'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  });

  test('has types that a strict compiler accepts, and that reject what the document does not allow', async () => {
    expect(await node(tool('typescript/bin/tsc'), ['-p', folder])).toBe('');
  });

  test('completes token, content, schedule and webhook calls, and parses a problem', async () => {
    const { client_id, client_secret } = local.credentials;
    const printed = await node(join(folder, 'program.ts'), [], {
      BASE_URL: local.baseUrl,
      CLIENT_ID: client_id,
      CLIENT_SECRET: client_secret,
      RECEIVER: `${local.url}/_inbox/generated-client`,
    });
    expect(JSON.parse(printed)).toEqual({
      isSame: true,
      status: 'draft',
      listed: [true],
      total: 1,
      entries: [['twitter', 'pending']],
      entry: true,
      renamed: 'Renamed',
      tested: 204,
      hasSecret: true,
      done: true,
      rejected: { status: 404, code: 'not_found' },
      unused: 4,
    });
  });
});

describe('an OAuth library', () => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  /** The token endpoint as the library configures it: the document states its URL, without discovery. */
  function server(): oauth.AuthorizationServer {
    return { issuer: local.url, token_endpoint: `${local.baseUrl}/auth/token` };
  }

  async function exchange(authentication: oauth.ClientAuth, fields: Record<string, string> = {}) {
    const client = { client_id: local.credentials.client_id };
    const asked = new URLSearchParams(fields);
    const answer = await oauth.clientCredentialsGrantRequest(server(), client, authentication, asked, insecure);
    return oauth.processClientCredentialsResponse(server(), client, answer);
  }

  test.each([
    ['HTTP Basic', oauth.ClientSecretBasic],
    ['the body', oauth.ClientSecretPost],
  ])('exchanges the credentials by %s for a token that the API accepts', async (_, by) => {
    const token = await exchange(by(local.credentials.client_secret), { scope: 'content:read' });
    expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'content:read' });
    const url = new URL(`${local.baseUrl}/content`);
    const answer = await oauth.protectedResourceRequest(token.access_token, 'GET', url, undefined, null, insecure);
    expect(answer.status).toBe(200);
  });

  test('receives OAuth errors for a wrong secret and for an unknown scope', async () => {
    const wrong = await exchange(oauth.ClientSecretPost('wrong')).catch((error: unknown) => error);
    expect(wrong).toMatchObject({ error: 'invalid_client', status: 401 });
    const scope = { scope: 'content:burn' };
    const right = oauth.ClientSecretPost(local.credentials.client_secret);
    const rejected = await exchange(right, scope).catch((error: unknown) => error);
    expect(rejected).toMatchObject({ error: 'invalid_scope', status: 400 });
  });

  test('receives a challenge when Basic is rejected, and when a token is not valid', async () => {
    const wrong = await exchange(oauth.ClientSecretBasic('wrong')).catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    const url = new URL(`${local.baseUrl}/content`);
    const asked = oauth.protectedResourceRequest('nonsense', 'GET', url, undefined, null, insecure);
    const rejected = await asked.catch((error: unknown) => error);
    expect((rejected as oauth.WWWAuthenticateChallengeError).cause).toMatchObject([
      { scheme: 'bearer', parameters: { error: 'invalid_token' } },
    ]);
  });
});
