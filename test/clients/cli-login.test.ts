import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendForm } from '../../clients/cli/src/form.ts';
import { OPERATIONS } from '../../clients/cli/src/operations.ts';
import { listen } from '../../tools/local-stack/http.ts';
import { buildCommandLine, type CommandResult, runCommand } from './command-line.ts';
import { type FakeService, startFakeService } from './oauth-fake.ts';

const folder = mkdtempSync(join(tmpdir(), 'cli-login-'));
let program: string;
let fake: FakeService;
let home: string;
let printed = '';

beforeAll(() => {
  program = buildCommandLine(folder);
});

beforeEach(async () => {
  fake = await startFakeService();
  home = mkdtempSync(join(folder, 'home-'));
  printed = '';
});

afterEach(async () => {
  await fake[Symbol.asyncDispose]();
  // Whatever a test does, no output has a secret.
  expect(printed).not.toContain('secret-');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function cis(
  args: string[],
  options: { env?: Record<string, string>; stdin?: string } = {},
): Promise<CommandResult> {
  const result = await runCommand(program, args, { ...options, env: { XDG_CONFIG_HOME: home, ...options.env } });
  printed += result.stdout + result.stderr;
  return result;
}

const file = () => join(home, 'cis/credentials.json');
const stored = () => JSON.parse(readFileSync(file(), 'utf8'));
const logIn = (...args: string[]) => cis(['login', '--base-url', fake.baseUrl, '--no-browser', ...args]);
const grants = () =>
  fake.forms.map(([path, { grant_type = '' }]) => (path === 'token' ? grant_type.split(':').at(-1) : path));

describe('cis login', () => {
  test('shows the code and its page, waits for the confirmation, and stores the login', async () => {
    fake.polls.push([400, { error: 'authorization_pending' }], [400, { error: 'slow_down' }]);
    const { code, stderr } = await logIn('--name', 'my laptop');
    expect(code).toBe(0);
    expect(stderr).toContain('/app/#/device and enter the code BCDF-GHJK');
    expect(stderr).toContain('workspace ws_1');
    expect(grants()).toEqual(['device', 'device_code', 'device_code', 'device_code']);
    expect(fake.forms[1]![1]).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'cis',
      device_code: 'secret-device',
    });
    expect(stored()).toMatchObject({
      current: 'default',
      profiles: {
        default: {
          base_url: fake.baseUrl,
          dashboard_url: fake.baseUrl.replace('/v1', '/app/'),
          refresh_token: 'secret-refresh-1',
        },
      },
    });
  });

  test('requests every permission but those that create credentials and members', async () => {
    await logIn();
    const [, { scope = '', client_id, device_name }] = fake.forms[0]!;
    expect({ client_id, device_name }).toEqual({ client_id: 'cis', device_name: hostname() });
    expect(scope.split(' ')).toContain('content:publish');
    expect(scope).not.toMatch(/keys:write|team:write/);
  });

  test.each(['access_denied', 'expired_token'])('ends with 1 after %s, and stores nothing', async (error) => {
    fake.polls.push([400, { error }]);
    expect((await logIn()).code).toBe(1);
    expect(existsSync(file())).toBe(false);
  });

  test('revokes the earlier login of the profile', async () => {
    await logIn();
    await logIn();
    expect(fake.forms.at(-1)).toEqual(['revoke', { client_id: 'cis', token: 'secret-refresh-1' }]);
    expect(stored().profiles.default.refresh_token).toBe('secret-refresh-2');
  });

  test('with a key reads it from stdin, or its secret from the environment', async () => {
    const key = { base_url: fake.baseUrl, client_id: 'key_1', client_secret: 'secret-key' };
    expect((await cis(['login', '--key', '--base-url', fake.baseUrl], { stdin: 'key_1\nsecret-key\n' })).code).toBe(0);
    expect(stored().profiles.default).toEqual(key);
    const env = { CIS_CLIENT_SECRET: 'secret-key', CIS_BASE_URL: fake.baseUrl };
    expect((await cis(['login', '--key', '--client-id', 'key_1', '--profile', 'other'], { env })).code).toBe(0);
    expect(stored().profiles.other).toEqual(key);
  });

  test('with a wrong key ends with 1, and stores nothing', async () => {
    const { code, stderr } = await cis(['login', '--key', '--base-url', fake.baseUrl], { stdin: 'key_1\nwrong\n' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('invalid_client')]);
    expect(existsSync(file())).toBe(false);
  });

  test('says that there is no API at a base URL without /v1', async () => {
    const { code, stderr } = await cis(['login', '--base-url', fake.baseUrl.replace('/v1', ''), '--no-browser']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^cis: There is no API at .* is like https:.*\/v1\n$/)]);
  });

  test('requests nothing while its file cannot be written', async () => {
    writeFileSync(join(home, 'file'), '');
    const { code, stderr } = await cis(['login', '--base-url', fake.baseUrl, '--no-browser'], {
      env: { XDG_CONFIG_HOME: join(home, 'file') },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be written')]);
    expect(fake.forms).toEqual([]);
  });

  test('revokes a login that it does not store', async () => {
    fake.expired.add('secret-access-1');
    expect((await logIn()).code).toBe(1);
    expect(fake.forms.at(-1)).toEqual(['revoke', { client_id: 'cis', token: 'secret-refresh-1' }]);
  });

  test('prints no control characters of a service, and opens no page of another kind', async () => {
    fake.device = { user_code: 'AB\u001b]0;title\u0007\u009b2J' };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must be absent.
    expect((await logIn()).stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    for (const verification_uri of ['javascript:alert(1)', 'file:///bin/sh', '--version', 7]) {
      fake.device = { verification_uri };
      expect(await logIn()).toMatchObject({ code: 1, stderr: expect.stringContaining('Check the base URL') });
    }
    expect(await logIn('--dashboard-url', 'javascript:alert(1)')).toMatchObject({ code: 2 });
  });

  test.each([
    ['Ctrl-C', 'hidden\u0003', 130, ''],
    ['Ctrl-D', '\u0004', 2, 'cis: Client secret is missing.'],
  ])('ends after %s at a prompt, and shows no part of a secret', async (_, text, expected, message) => {
    const { stdout } = await runCommand('python3', [join(import.meta.dirname, 'programs/terminal.py'), program, text], {
      env: { XDG_CONFIG_HOME: home, CIS_BASE_URL: fake.baseUrl, TERM: 'xterm' },
    });
    expect(stdout).toContain('Client id: ');
    expect(stdout).toContain(message);
    expect(stdout.trim().split('\n').at(-1)).toBe(`exit ${expected}`);
    expect(stdout).not.toContain('hidden');
  });

  test('accepts no secret as a flag, and no base URL without encryption', async () => {
    expect(await cis(['login', '--key', '--client-secret', 'hidden'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is a secret'),
    });
    expect(await cis(['login', '--base-url', 'http://example.com/v1'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('https://'),
    });
  });
});

describe('a login', () => {
  test('is renewed once the service rejects its token, and the new refresh token is stored', async () => {
    await logIn();
    fake.expired.add('secret-access-1');
    expect((await cis(['whoami'])).code).toBe(0);
    expect(grants().at(-1)).toBe('refresh_token');
    expect(stored().profiles.default.refresh_token).toBe('secret-refresh-2');
    expect((await cis(['whoami'])).code).toBe(0);
    expect(grants().filter((each) => each === 'refresh_token')).toHaveLength(1);
  });

  test('is renewed by one of several processes', async () => {
    await logIn();
    fake.expired.add('secret-access-1');
    const codes = (await Promise.all(Array.from({ length: 5 }, () => cis(['whoami'])))).map(({ code }) => code);
    expect(codes).toEqual([0, 0, 0, 0, 0]);
    expect(grants().filter((each) => each === 'refresh_token')).toHaveLength(1);
  });

  test('that was revoked says to log in again', async () => {
    await logIn();
    fake.expired.add('secret-access-1');
    fake.refreshToken = 'secret-other';
    expect(await cis(['whoami'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Log in again: cis login'),
    });
  });

  test('ends with cis logout, which revokes it and removes the profile', async () => {
    await logIn();
    expect((await cis(['logout'])).code).toBe(0);
    expect(fake.forms.at(-1)).toEqual(['revoke', { client_id: 'cis', token: 'secret-refresh-1' }]);
    expect(stored()).toEqual({ current: null, profiles: {}, tokens: {} });
    expect(await cis(['whoami'])).toMatchObject({ code: 2, stderr: expect.stringContaining('not logged in') });
  });
});

describe('a request for a token', () => {
  test('sends the credentials to no other server that the response redirects to', async () => {
    let received = 0;
    const other = createServer((_request, response) => {
      received += 1;
      response.end('{}');
    });
    const otherPort = await listen(other, 0);
    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${otherPort}/auth/token` }).end();
    });
    const port = await listen(redirecting, 0);
    try {
      const sent = sendForm(`http://127.0.0.1:${port}/auth/token`, { refresh_token: 'key_1.secret' });
      await expect(sent).rejects.toMatchObject({ status: 307 });
      expect(received).toBe(0);
    } finally {
      other.close();
      redirecting.close();
    }
  });
});

describe('the file of the profiles', () => {
  const withKey = (profile: string) =>
    cis(['login', '--key', '--base-url', fake.baseUrl, '--profile', profile], { stdin: 'key_1\nsecret-key\n' });

  test('is readable by its owner only, and made so with a warning when it is not', async () => {
    await withKey('one');
    const modes = () => [join(home, 'cis'), file()].map((path) => (statSync(path).mode & 0o777).toString(8));
    expect(modes()).toEqual(['700', '600']);
    chmodSync(join(home, 'cis'), 0o755);
    chmodSync(file(), 0o644);
    expect((await cis(['profiles'])).stderr.match(/was open to other users/g)).toHaveLength(2);
    expect(modes()).toEqual(['700', '600']);
  });

  test('has the logins of all processes that write at the same time, and no other files remain', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `p${number}`);
    await Promise.all(names.map(withKey));
    expect(Object.keys(stored().profiles).sort()).toEqual(names);
    expect(readdirSync(join(home, 'cis'))).toEqual(['credentials.json']);
  });

  test('is written although a process that held its lock has ended', async () => {
    await withKey('one');
    writeFileSync(join(home, 'cis/lock'), '999999999');
    expect((await withKey('two')).code).toBe(0);
    expect(Object.keys(stored().profiles)).toEqual(['one', 'two']);
  });

  test('has profiles that are listed without secrets, and chosen by name', async () => {
    await withKey('one');
    await withKey('two');
    expect((await cis(['profiles', 'use', 'two'])).code).toBe(0);
    expect(JSON.parse((await cis(['profiles'])).stdout)).toEqual([
      { name: 'one', current: false, base_url: fake.baseUrl, login: 'key_1' },
      { name: 'two', current: true, base_url: fake.baseUrl, login: 'key_1' },
    ]);
    const who = async (args: string[], env = {}) =>
      JSON.parse((await cis(['whoami', ...args], { env })).stdout).profile;
    expect([
      await who([]),
      await who([], { CIS_PROFILE: 'one' }),
      await who(['--profile', 'two'], { CIS_PROFILE: 'one' }),
    ]).toEqual(['two', 'one', 'two']);
    expect(await cis(['whoami', '--profile', 'twoo'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean two?'),
    });
  });

  test('has profiles with names that objects inherit', async () => {
    expect(await cis(['whoami', '--profile', 'constructor'])).toMatchObject({ code: 2 });
    for (const name of ['constructor', '__proto__']) expect((await withKey(name)).code).toBe(0);
    expect((await cis(['whoami', '--profile', '__proto__'])).code).toBe(0);
    for (const args of [['constructor'], ['completion', 'constructor']]) expect((await cis(args)).code).toBe(2);
  });

  test('keeps the token of a key in the environment for later processes, and not for another secret', async () => {
    const env = { CIS_BASE_URL: fake.baseUrl, CIS_CLIENT_ID: 'key_1', CIS_CLIENT_SECRET: 'secret-key' };
    for (let count = 0; count < 3; count += 1) expect((await cis(['whoami'], { env })).code).toBe(0);
    expect(grants()).toEqual(['client_credentials']);
    expect((await cis(['whoami'], { env: { ...env, CIS_CLIENT_SECRET: 'wrong' } })).code).toBe(1);
    expect((await cis(['whoami'], { env: { ...env, CIS_CLIENT_SECRET: '' } })).code).toBe(2);
  });
});

describe('the completion of bash', () => {
  test('knows resources, verbs, flags and values', async () => {
    const complete = async (...words: string[]) => {
      const bash = `eval "$('${program}' completion bash)"; cis() { '${program}' "$@"; }; COMP_WORDS=(cis "$@"); COMP_CWORD=$#; _cis; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await runCommand('bash', ['-c', bash, 'bash', ...words])).stdout.trim().split('\n');
    };
    expect(await complete('cont')).toEqual(['content']);
    expect(await complete('content', '')).toEqual(
      OPERATIONS.flatMap(({ resource, verb }) => (resource === 'content' ? [verb] : [])),
    );
    expect(await complete('content', 'list', '--st')).toEqual(['--status']);
    expect(await complete('content', 'list', '--platform', 'b')).toEqual(['bluesky']);
    expect(await complete('post', 'text', '--to', '')).toContain('x');
    expect(await complete('accounts', 'create', '--client-')).toEqual(['--client-id']);
  });
});
