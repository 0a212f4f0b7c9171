import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../tools/local-stack/http.ts';

// The commands of the README and of docs/, as a reader pastes them: in the repository folder, while the service runs.

const ROOT = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'tour-'));
const LOCAL_FOLDER = join(home, '.local');

let service: ChildProcess;
let printed = '';
let port: number;
let origin: string;

beforeAll(async () => {
  port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  service = spawn(process.execPath, ['bin/local.ts', '--empty'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), LOCAL_FOLDER },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, fail) => {
    service.once('exit', (code) => fail(new Error(`The service ended with ${code}.`)));
    service.stdout!.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('npx cis post')) ready();
    });
  });
});

afterAll(async () => {
  const ended = new Promise((done) => service.once('exit', done));
  service.kill('SIGTERM');
  await ended;
  rmSync(home, { recursive: true, force: true });
});

/** Return the shell blocks of a section of a document, or of the whole document without a heading. */
function shellBlocks(document: string, heading?: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const [section] = heading ? text.split(`\n## ${heading}\n`)[1]!.split('\n## ') : [text];
  return [...section!.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands!);
}

/** Run commands in the repository folder, with the port of this service in place of 3000, and return their output. */
async function paste(...commands: string[]): Promise<string> {
  const script = commands.join('\n').replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`);
  const env = { ...process.env, LOCAL_FOLDER, XDG_CONFIG_HOME: home };
  return (await promisify(execFile)('bash', ['-c', script], { cwd: ROOT, env })).stdout;
}

async function get(path: string): Promise<unknown[]> {
  return (await fetch(origin + path)).json() as Promise<unknown[]>;
}

/** What the platforms were asked to change. Metrics of earlier posts may be polled at any time. */
const changesAtPlatforms = async () =>
  ((await get('/_simulator/requests')) as { method: string }[]).filter(({ method }) => method !== 'GET');

const BASE_URL = 'base_url=http://127.0.0.1:3000/v1 token=$(npm run -s token)';

describe('the start message', () => {
  it('has the base URL and the credentials of the credentials file', () => {
    const credentials = JSON.parse(readFileSync(join(LOCAL_FOLDER, 'credentials.json'), 'utf8'));
    expect(credentials.base_url).toBe(`${origin}/v1`);
    for (const value of Object.values(credentials)) expect(printed).toContain(value);
  });

  it('has the line of the README that publishes a first post', () => {
    const [line] = shellBlocks('README.md', 'The first post');
    expect(line!.trim().split('\n')).toHaveLength(1);
    expect(printed).toContain(line);
  });
});

describe('the line of the README', () => {
  it('publishes a post on two platforms and prints its URLs', async () => {
    const before = (await get('/_simulator/posts')).length;
    const shown = await paste(shellBlocks('README.md', 'The first post')[0]!);
    expect(shown).toMatch(/"status": "published",\n.*"url": "https:\/\/x\.com\/.*"url": "https:\/\/bsky\.app\//s);
    expect(await get('/_simulator/posts')).toHaveLength(before + 2);
  });
});

describe('a story of docs/tour.md', () => {
  const prelude = shellBlocks('docs/tour.md')[0]!;
  const tell = (heading: string) => paste(prelude, ...shellBlocks('docs/tour.md', heading));

  it('publishes one item for two requests with one key', async () => {
    const shown = await tell('Publish');
    expect(shown).toMatch(/^one item: cnt_/);
    expect(shown.match(/"status":"published"/g)).toHaveLength(3);
  });

  it('publishes a thread of three posts with images', async () => {
    const shown = await tell('A thread with images');
    // The order of the fields of an adaptation is not fixed.
    expect(shown).toContain('"width":320');
    expect(shown).toContain('"height":168');
    expect(shown.match(/"index":\d\n"url":"https:\/\/x\.com\//g)).toHaveLength(3);
  });

  it('rejects a post before its approval and publishes it after it', async () => {
    const shown = await tell('Approval');
    expect(shown.trim().split('\n')).toEqual([
      '"approval":"required"',
      '"code":"approval_required"',
      '"status":"pending_approval"',
      '"status":"approved"',
      '"status":"published"',
      '"approval":"none"',
    ]);
  });

  it('delivers two signed webhooks', async () => {
    const shown = await tell('Webhook');
    expect(shown.match(/"webhook-signature":"v1,/g)).toHaveLength(2);
    expect(shown).toContain('content.created');
    expect(shown).toContain('content.published');
  });

  it('finds a post whose response was lost, and does not send it again', async () => {
    const shown = await tell('When a platform lies');
    expect(shown).toMatch(/^"status":"unconfirmed"\n"status":"published"\n/);
    expect(shown).toContain('"type":"reconciled"');
    expect(shown).toMatch(/posts on X: +1$/m);
  });
});

describe('the commands of docs/deploy.md', () => {
  it('publish from a program, on a sandbox account of a new workspace, and on no platform', async () => {
    const before = await changesAtPlatforms();
    const created = await paste('npm run -s workspace -- create --name Acme --plan enterprise --email you@example.com');
    const printedAs = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'm').exec(created)![1];
    const values = `base_url=${printedAs('base url')} client_id=${printedAs('client id')} client_secret=${printedAs('client secret')}`;
    const [placeholders, ...commands] = shellBlocks('docs/deploy.md', 'Development and Bluesky').at(-1)!.split('\n');
    expect(placeholders).toMatch(/^base_url=\S+ client_id=\S+ client_secret=\S+$/);
    const shown = await paste(values, ...commands);
    expect(shown).toMatch(/"status":"published"\n"url":"http[^"]*\/v1\/sandbox\/posts\//);
    expect(await changesAtPlatforms()).toEqual(before);
  });
});

describe('the commands of docs/sandbox.md', () => {
  it('publish, are rejected, and find a post whose response was lost, on no platform', async () => {
    const before = await changesAtPlatforms();
    const [page, rejected, unconfirmed, found] = (await paste(BASE_URL, ...shellBlocks('docs/sandbox.md', 'Try it')))
      .trim()
      .split(/\n(?=\{)/);
    expect(page).toMatch(/<h1>Sandbox<\/h1>.*<pre>Hello, sandbox<\/pre>/s);
    const statuses = [rejected, unconfirmed, found].map((item) => JSON.parse(item!).status);
    expect(statuses).toEqual(['failed', 'unconfirmed', 'published']);
    expect(await changesAtPlatforms()).toEqual(before);
  });
});

describe('the commands of docs/platform-webhooks.md', () => {
  it('turn a comment on X into an event', async () => {
    expect(await paste(...shellBlocks('docs/platform-webhooks.md', 'Try it locally'))).toContain('"comment.created"');
  });
});

describe('the tasks of docs/api.md', () => {
  const [, helper, ...tasks] = shellBlocks('docs/api.md');
  const requests = tasks.filter((task) => task.startsWith('api '));
  // The response to the upload has the URL for the bytes, which the text describes.
  const upload = `media_id=$(echo "$out" | jq -r .id)
    curl -s -X PUT "$(echo "$out" | grep -oE 'https?:[^"]*' | head -1)" -H 'if-none-match: *' --data-binary @test/media/samples/hopper.jpg
    until api /media/$media_id | grep -q '"status":"ready"'; do sleep 1; done`;

  it('are requests that succeed', async () => {
    const draft = `id=$(api /content -d '{"title":"Draft","platforms":["twitter"]}' | jq -r .id)`;
    const run = requests.flatMap((task) => [
      `out=$(${task.trim()}); echo "$out"`,
      ...(task.startsWith('api /media ') ? [upload] : []),
    ]);
    const responses = (await paste(BASE_URL, helper!, draft, ...run)).trim().split('\n');
    expect(responses).toHaveLength(requests.length);
    expect(responses.map((response) => JSON.parse(response)).filter(({ code }) => code !== undefined)).toEqual([]);
  });
});
