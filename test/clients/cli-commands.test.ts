import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../clients/cli/src/operation.ts';
import { OPERATIONS, RESOURCES } from '../../clients/cli/src/operations.ts';
import { endpointOf } from '../../lib/bundle/endpoints.ts';
import { isForStageKeys } from '../../lib/core/api/define-operation.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { type Import, isWorking } from '../../lib/imports/rules/import.ts';
import { newStageKeyOf } from '../../tools/conformance/new-stage-key.ts';
import { createResources, type Resources } from '../../tools/conformance/resources.ts';
import { createJsonApiClient, type JsonApiClient } from '../../tools/local-stack/api-client.ts';
import { listen } from '../../tools/local-stack/http.ts';
import { readMailbox } from '../../tools/local-stack/mailbox-page.ts';
import { signInWith } from '../e2e/consent.ts';
import { until } from '../e2e/http-client.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { buildCommandLine, type CommandResult, runCommand, startCommand } from './command-line.ts';
import { type OwnValues, requestOf } from './command-requests.ts';

// Every command of the command line on the local service, to its end.

/** How many commands of operations run at the same time. */
const CONCURRENCY = 4;

const { service, clock, folder: serviceFolder } = useRunningService();
const folder = mkdtempSync(join(tmpdir(), 'cli-commands-'));
const env: Record<string, string> = { XDG_CONFIG_HOME: folder };
let program: string;
let call: JsonApiClient;
let resources: Resources;
/** The environment of commands that act on the stage. */
let stageEnv: Record<string, string>;

beforeAll(async () => {
  program = buildCommandLine(folder);
  const { base_url, client_id, client_secret } = service.credentials;
  Object.assign(env, { CIS_BASE_URL: base_url, CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret });
  call = await createJsonApiClient(service.credentials);
  // Before a scenario requests another sign-in link, which ends the one that this uses.
  const stageKey = await newStageKeyOf(serviceFolder);
  stageEnv = { ...env, CIS_CLIENT_ID: stageKey.client_id, CIS_CLIENT_SECRET: stageKey.client_secret };
  resources = await createResources(service, stageKey);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cis = (...args: string[]) => runCommand(program, args, { env });

/** Run a command that succeeds. Returns what it has printed. */
async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await cis(...args);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return stdout;
}

const post = async (path: string, body: object): Promise<string> => {
  const { id } = (await call('POST', path, body)) as { id: string };
  return id;
};

/** Publish a text with an account, until the item has a status. Returns its id. */
async function publish(account: string, title: string, status: string): Promise<string> {
  const id = await post('/content', { title, platforms: ['twitter'], accounts: [account] });
  await call('PUT', `/content/${id}`, { status: 'published' });
  const read = async () => (await call('GET', `/content/${id}`)) as { status: string };
  await until(`the status ${status}`, async () => (await read()).status === status);
  return id;
}

describe('a command that is written by hand', () => {
  // The login that `cis login` stores, for the commands after it.
  const own = { XDG_CONFIG_HOME: mkdtempSync(join(folder, 'login-')) };
  const withLogin = (...args: string[]) => runCommand(program, args, { env: own });

  /** Each is one test. They run in this order. */
  const SCENARIOS: Record<string, () => Promise<void>> = {
    async login() {
      const child = startCommand(program, ['login', '--base-url', service.baseUrl, '--no-browser'], own);
      let stderr = '';
      child.stderr!.on('data', (chunk) => (stderr += chunk));
      const ended = new Promise((resolve) => child.once('close', resolve));
      const shown = () => /enter the code (\S+)/.exec(stderr)?.[1];
      await Promise.race([until('the code', shown), ended]);
      if (!shown()) throw new Error(stderr);
      await approveDevice(shown()!);
      expect([await ended, stderr]).toEqual([0, expect.stringContaining('You are logged in')]);
      expect((await withLogin('content', 'create', '--title', 'By a login', '--platforms', 'x')).code).toBe(0);
    },
    async whoami() {
      const { permissions } = JSON.parse((await withLogin('whoami')).stdout);
      expect(permissions).toContain('content:publish');
      expect(permissions.filter((name: string) => /^(keys|team):write$/.test(name))).toEqual([]);
    },
    async profiles() {
      const [profile] = JSON.parse((await withLogin('profiles')).stdout);
      expect(profile).toEqual({ name: 'default', current: true, base_url: service.baseUrl, login: 'device' });
      expect((await withLogin('profiles', 'use', 'default')).code).toBe(0);
    },
    async logout() {
      const { profiles } = JSON.parse(readFileSync(join(own.XDG_CONFIG_HOME, 'cis/credentials.json'), 'utf8'));
      expect((await withLogin('logout')).code).toBe(0);
      expect(await withLogin('whoami')).toMatchObject({ code: 2, stderr: expect.stringContaining('not logged in') });
      const { refresh_token } = profiles.default;
      const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'cis', refresh_token });
      expect((await fetch(`${service.baseUrl}/auth/token`, { method: 'POST', body })).status).toBe(400);
    },
    async post() {
      const item = JSON.parse(await succeed('post', 'Published by a command', '--to', 'x', '--wait'));
      expect(item).toMatchObject({
        status: 'published',
        targets: [{ url: expect.stringContaining('https://x.com/') }],
      });
    },
    async import() {
      const plan = join(folder, 'plan.csv');
      writeFileSync(plan, 'text,platforms\nPlanned by a command,x\n');
      await succeed('import', plan, '--dry-run');
      expect(JSON.parse(await succeed('import', plan))).toMatchObject({ rows: 1, created: 1 });
    },
    async tail() {
      const child = startCommand(program, ['tail', '--since', '5m', '--type', 'content.published'], env);
      let printed = '';
      child.stdout!.on('data', (chunk) => (printed += chunk));
      const ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
      await until('the event', () => printed.includes('Published by a command'));
      child.kill('SIGINT');
      expect(await ended).toBe('SIGINT');
    },
    async listen() {
      let received = '';
      const receiver = createServer((request, response) => {
        request.on('data', (chunk) => (received += chunk));
        request.on('end', () => response.writeHead(204).end());
      });
      const url = `http://127.0.0.1:${await listen(receiver, 0)}/hooks`;
      const args = ['listen', '--forward-to', url, '--since', '5m', '--events', 'content.published'];
      const child = startCommand(program, args, env);
      const ended = new Promise((resolve) => child.once('close', (_code, signal) => resolve(signal)));
      await until('the event', () => received.includes('Published by a command'));
      child.kill('SIGINT');
      expect(await ended).toBe('SIGINT');
      receiver.close();
    },
    async open() {
      expect(await succeed('open')).toBe(`${service.url}/app/\n`);
    },
    async list() {
      expect(JSON.parse(await succeed('list', '--limit', '1')).data).toHaveLength(1);
    },
    async show() {
      const id = await post('/content', { title: 'To show', platforms: ['x'] });
      expect(JSON.parse(await succeed('show', id))).toMatchObject({ id, status: 'draft' });
    },
    async cancel() {
      const body = { title: 'To cancel', platforms: ['x'], scheduled_at: new Date(Date.now() + DAY_MS).toISOString() };
      const id = await post('/content', body);
      expect(JSON.parse(await succeed('cancel', id))).toMatchObject({ id, status: 'cancelled' });
    },
    async retry() {
      const account = await post('/accounts', { platform: 'twitter', sandbox: true });
      const id = await publish(account, 'To retry [[rejected]]', 'failed');
      expect(JSON.parse(await succeed('retry', id)).id).toBe(id);
    },
    async help() {
      expect(await succeed('help')).toContain('Usage: cis');
    },
    async version() {
      expect(await succeed('version')).toMatch(/^\d+\.\d+\.\d+\n$/);
    },
    async completion() {
      for (const shell of ['bash', 'zsh', 'fish'])
        expect(await succeed('completion', shell)).toContain('cis __complete');
    },
  };

  test.each(Object.keys(SCENARIOS))('runs to its end: cis %s', (name) => SCENARIOS[name]!());

  test('has a scenario', async () => {
    const names = (await succeed('__complete', '')).trim().split('\n');
    expect(Object.keys(SCENARIOS).sort()).toEqual(names.filter((name) => !Object.hasOwn(RESOURCES, name)).sort());
  });

  /** Approve a device as the dashboard does, in a session that an email has started. */
  async function approveDevice(user_code: string): Promise<void> {
    const email = 'owner@example.com';
    const send = async (path: string, body: object, cookie = '') => {
      const headers = { 'content-type': 'application/json', cookie };
      const response = await fetch(service.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { confirmation: string };
    };
    await send('/auth/sign-in', { email });
    const link = await until('the email', () =>
      readMailbox(serviceFolder)
        .flatMap(({ to, text }) => (to === email ? (text.match(/http\S+token=[\w-]+/) ?? []) : []))
        .at(0),
    );
    const cookie = await signInWith(link);
    const { confirmation } = await send('/auth/device/login', { user_code }, cookie);
    await send('/auth/device/decision', { user_code, decision: 'approve', confirmation }, cookie);
  }
});

describe('the command of an operation', () => {
  const results = new Map<string, CommandResult>();

  beforeAll(async () => {
    const values = await ownValues();
    // An invitation can be sent again after a minute.
    clock.advance(61_000);
    const run = async (operation: Operation) => {
      const name = `${operation.resource} ${operation.verb}`;
      const { args, stdin } = requestOf(operation, resources, values[name]);
      const isOfStage = isForStageKeys(endpointOf(`${operation.resource}.${operation.verb}`));
      results.set(name, await runCommand(program, args, { env: isOfStage ? stageEnv : env, stdin }));
    };
    const isImport = ({ resource }: Operation) => resource === 'imports';
    const queue = OPERATIONS.filter((each) => !isImport(each));
    const runQueue = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await run(next);
    };
    // A workspace can check, run or undo two imports at a time.
    const runImports = async () => {
      for (const next of OPERATIONS.filter(isImport)) {
        await run(next);
        await until('the end of the import', importsHaveEnded);
      }
    };
    await Promise.all([runImports(), ...Array.from({ length: CONCURRENCY - 1 }, runQueue)]);
  });

  async function importsHaveEnded(): Promise<boolean> {
    const { imports } = (await call('GET', '/imports')) as { imports: Pick<Import, 'status'>[] };
    return !imports.some(isWorking);
  }

  test.each(OPERATIONS.map(({ resource, verb }) => `${resource} ${verb}`))('is accepted: cis %s', (name) => {
    const { code, stdout, stderr } = results.get(name)!;
    if (name in REJECTED) expect([code, stderr]).toEqual([1, expect.stringContaining(REJECTED[name]!)]);
    else {
      expect([code, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toBeInstanceOf(Object);
    }
  });

  /** Commands whose operation no API key can request: the code of the error. */
  const REJECTED: Record<string, string> = { 'content get-approval-statement': 'passkey_required' };

  /** What the examples and the resources of the operations lack. */
  async function ownValues(): Promise<Record<string, OwnValues>> {
    const account = await post('/accounts', { platform: 'twitter', sandbox: true });
    const failed = await publish(account, 'No luck [[rejected]]', 'failed');
    const unconfirmed = await publish(account, 'No response [[unconfirmed:lost]]', 'unconfirmed');
    for (const platform of ['instagram', 'linkedin'] as const) {
      await call('PUT', `/platform-apps/${platform}`, { client_id: 'app', client_secret: 'its-secret' });
    }
    return {
      'content retry': { params: { id: failed } },
      'content resolve': { params: { id: unconfirmed, platform: 'x' }, fields: { outcome: 'failed' } },
      'platform-apps get': { params: { platform: 'instagram' } },
      'platform-apps delete': { params: { platform: 'linkedin' } },
      'team accept-invitation': { fields: { token: await invitationToken(), name: 'New Colleague' } },
    };
  }

  async function invitationToken(): Promise<string> {
    const email = 'ada.newman@example.com';
    await call('POST', '/team/invite', { email, role: 'viewer' });
    return until('the invitation', () => {
      const mail = readMailbox(serviceFolder).find(({ to }) => to === email);
      return mail && /token=([\w-]+)/.exec(mail.text)?.[1];
    });
  }
});
