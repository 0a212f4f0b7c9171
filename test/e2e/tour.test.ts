import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../tools/local-stack/http.ts';

const ROOT = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'tour-'));

let service: ChildProcess;
let printed = '';
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  service = spawn(process.execPath, ['bin/local.ts', '--empty'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), LOCAL_FOLDER: join(home, '.local') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, fail) => {
    service.once('exit', (code) => fail(new Error(`The service ended with ${code}.`)));
    service.stdout!.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('# 6.')) ready();
    });
  });
});

afterAll(async () => {
  const ended = new Promise((done) => service.once('exit', done));
  service.kill('SIGTERM');
  await ended;
  rmSync(home, { recursive: true, force: true });
});

/** Return the first shell block below a heading of a document. */
function shellBlock(document: string, heading: string): string {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const section = text.slice(text.indexOf(`## ${heading}\n`));
  return /```sh\n([\s\S]*?)```/.exec(section)![1]!;
}

async function paste(commands: string, cwd = home): Promise<string> {
  const env = { ...process.env, LOCAL_FOLDER: join(home, '.local') };
  const { stdout } = await promisify(execFile)('bash', ['-c', commands], { cwd, env });
  return stdout;
}

async function get(path: string): Promise<unknown[]> {
  return (await fetch(origin + path)).json() as Promise<unknown[]>;
}

/** What the platforms were asked to change. Metrics of earlier posts may be polled at any time. */
const changesAtPlatforms = async () =>
  ((await get('/_simulator/requests')) as { method: string }[]).filter(({ method }) => method !== 'GET');

const typesIn = (inbox: unknown[]) => (inbox as { body: string }[]).map(({ body }) => JSON.parse(body).type).sort();

describe('the commands a new user pastes', () => {
  it('are printed with the base URL and the credentials of the credentials file', () => {
    const credentials = JSON.parse(readFileSync(join(home, '.local/credentials.json'), 'utf8'));
    expect(credentials.base_url).toBe(`${origin}/v1`);
    for (const value of Object.values(credentials)) expect(printed).toContain(value);
  });

  it('the printed tour publishes a post on both platforms and shows its three webhooks', async () => {
    const commands = printed.slice(printed.indexOf('# 1.'));
    const shown = await paste(commands);
    expect(shown).toContain('"status":"published"');
    expect(await get('/_simulator/posts')).toHaveLength(2);
    expect(typesIn(await get('/_inbox/tour'))).toEqual(['content.created', 'content.published', 'content.scheduled']);
  });

  it('the tour of docs/tour.md publishes on both platforms and shows its three webhooks', async () => {
    const shown = await paste(shellBlock('docs/tour.md', 'Publish a post and receive its webhooks'));
    expect(shown).toContain('"status":"published"');
    expect(await get('/_simulator/posts')).toHaveLength(4);
    expect(typesIn(await get('/_inbox/readme'))).toEqual(['content.created', 'content.published', 'content.scheduled']);
  });

  it('the README publishes a first post on a sandbox account, and on no platform', async () => {
    const before = await changesAtPlatforms();
    const shown = await paste(shellBlock('README.md', 'Publish a first post'), ROOT);
    expect(shown).toMatch(/^base url +http/);
    expect(shown).toContain('"sandbox":true');
    expect(shown).toContain('"status":"published"');
    expect(shown).toMatch(/<h1>Sandbox<\/h1>.*<pre>Hello from my own stage<\/pre>/);
    expect(await changesAtPlatforms()).toEqual(before);
  });

  it('the sandbox part of docs/tour.md publishes, is rejected, and finds a post whose response was lost', async () => {
    const before = await changesAtPlatforms();
    const shown = await paste(
      `${shellBlock('docs/tour.md', 'Publish a post and receive its webhooks').split('# Register')[0]}
${shellBlock('docs/tour.md', 'Publish to a sandbox account, and request failures')}`,
    );
    const [page, rejected, unconfirmed, found] = shown.trim().split(/\n(?=\{)/);
    expect(page).toContain('<pre>Hello, sandbox</pre>');
    const statuses = [rejected, unconfirmed, found].map((item) => JSON.parse(item!.split('\n')[0]!).status);
    expect(statuses).toEqual(['failed', 'unconfirmed', 'published']);
    expect(await changesAtPlatforms()).toEqual(before);
  });

  it('the commands of docs/platform-webhooks.md turn a comment on X into an event', async () => {
    const shown = await paste(
      `${shellBlock('docs/tour.md', 'Publish a post and receive its webhooks').split('# Register')[0]}
${shellBlock('docs/platform-webhooks.md', 'Try it locally')}`,
    );
    expect(shown).toContain('"comment.created"');
  });
});
