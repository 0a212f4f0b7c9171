import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLATFORMS, resolveAlias } from '../../lib/platforms/platform.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { buildCommandLine, runCommand } from './command-line.ts';

// What a person sees of the local service: tables at a terminal, URLs for a script, errors.

const COLUMNS = join(import.meta.dirname, 'programs/columns.py');
const ON_BLUESKY = /^ *(.* )?https:\/\/bsky\.app\/profile\/did:plc:[a-z2-7]{24}\/post\/\w{13}$/gm;

const { service } = useRunningService();
const folder = mkdtempSync(join(tmpdir(), 'cli-terminal-'));
const env: Record<string, string> = { XDG_CONFIG_HOME: folder, TERM: 'xterm' };
let program: string;

beforeAll(() => {
  program = buildCommandLine(folder);
  const { base_url, client_id, client_secret } = service.credentials;
  Object.assign(env, { CIS_BASE_URL: base_url, CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cis = (...args: string[]) => runCommand(program, args, { env });

/** Run a command at a terminal. Returns its lines. */
async function atTerminal(columns: number, ...args: string[]): Promise<string> {
  const { code, stdout } = await runCommand('python3', [COLUMNS, String(columns), program, ...args], { env });
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('twitter')]);
  return stdout;
}

describe('a terminal', () => {
  test.each([80, 0])('with %d columns shows the URL of each part of a thread', async (columns) => {
    const args = ['post', `One ${columns}`, '--thread', `Two ${columns}`, '--to', 'x,bluesky', '--wait'];
    const printed = await atTerminal(columns, ...args);
    expect(printed.match(ON_BLUESKY)).toHaveLength(2);
    expect(printed.match(/https:\/\/x\.com\/i\/web\/status\/\d{19}/g)).toHaveLength(2);
  });

  test('shows the time of a schedule as it was given with its zone, then the instant', async () => {
    const printed = await atTerminal(80, 'post', 'Later', '--to', 'x', '--at', 'tomorrow 9:00 Asia/Kolkata');
    const time = /^x +pending +(\S+) 09:00 Asia\/Kolkata \(\1T03:30:00Z\)$/m;
    expect(printed).toMatch(time);
  });

  test('shows the time, the title, the platform and the status of schedules', async () => {
    await cis('post', 'On Monday', '--to', 'x', '--at', 'monday 9:00');
    const printed = await atTerminal(80, 'schedule', 'list');
    expect(printed).toMatch(/^SCHEDULED AT +TITLE +PLATFORM +STATUS/m);
    expect(printed).toMatch(/^\d{4}-\d\d-\d\d 09:00 +On Monday +x +pending/m);
  });

  test.each([[['platforms']], [['platforms', 'list']]])('shows a row for each platform: cis %j', async (args) => {
    const printed = await atTerminal(200, ...args);
    expect(printed).toMatch(/^PLATFORM +NAME +CONNECT WITH +CHARACTERS +FILES +VISIBILITIES +CAPABILITIES$/m);
    expect(printed).toMatch(/^x +X +oauth, access_token +280 +0 to 4 +public +text_only, .*threads/m);
    expect(printed).toMatch(
      /^linkedin +LinkedIn +oauth, access_token +3000 +0 to 10 +public, connections +text_only, /m,
    );
    expect(printed.trim().split('\n')).toHaveLength(1 + PLATFORMS.length);
  });

  test('shows whole statuses and ids of content items', async () => {
    const { id } = JSON.parse((await cis('post', 'A draft with a title', '--to', 'x', '--draft')).stdout);
    const printed = await atTerminal(80, 'content', 'list');
    expect(printed).toMatch(/A draft with a title +x +draft$/m);
    expect(printed).toContain(id);
  });

  test('shows the targets of an item with their URLs, and what has happened', async () => {
    const { id } = JSON.parse((await cis('post', 'Shown', '--to', 'bluesky', '--wait')).stdout);
    const printed = await atTerminal(80, 'content', 'get', id);
    expect(printed).toMatch(/^targets\n/m);
    expect(printed.match(ON_BLUESKY)).toHaveLength(1);
    expect(printed).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)? +bluesky +confirmed/m);
  });

  test('shows the coverage of the analytics as a table', async () => {
    expect(await atTerminal(80, 'analytics', 'performance')).toMatch(/^coverage\nPLATFORM +PUBLISHED/m);
  });
});

describe('a script', () => {
  test('receives one URL per line with --output url, and each error on stderr', async () => {
    const script = `url=$('${program}' post 'For a script' --to bluesky --output url) && echo "[$url]"`;
    const { stdout } = await runCommand('bash', ['-c', script], { env });
    expect(stdout).toMatch(/^\[https:\/\/bsky\.app\/\S+\]\n$/);
    const account = ['accounts', 'create', '--platform', 'x', '--sandbox'];
    const { id } = JSON.parse((await cis(...account)).stdout);
    const failed = await cis('post', 'No [[rejected]]', '--to', 'x', '--account', id, '--output', 'url');
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^x failed: /) });
  });

  test.each([
    [['--output', 'xml'], '--output is url'],
    [['--output', 'url', '--draft'], 'a draft has no URL'],
  ])('cannot request a format that does not exist: %j', async (flags, reason) => {
    expect(await cis('post', 'Hi', '--to', 'x', ...flags)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(reason),
    });
  });
});

describe('an error', () => {
  test.each([
    [['post', '', '--to', 'x'], /^cis: <text>: Must not be empty\./],
    [['post', 'Hi', '--to', 'myspace'], /^cis: --to: Must be one of: (?!.*twitter).*\bx\b/],
    [['post', 'a'.repeat(281), '--to', 'x'], /^cis: <text>: The post has 281 characters/],
    [['post', 'Hi', '--to', 'x', '--at', 'in 900 days'], /^cis: --at: Must /],
    [['post', 'Hi', '--to', 'x', '--thread', 'Two', '--thread', ' '], /^cis: --thread \(number 2\): Must /],
    [
      ['content', 'create', '--title', '', '--platforms', 'x,y'],
      /^cis: 2 values are invalid.*\n {2}--title: .*\n {2}--platf/,
    ],
    [['content', 'list', '--status', 'lost'], /^cis: --status: Must be one of/],
  ])('names what a person has typed: cis %j', async (args, reason) => {
    expect(await cis(...args)).toMatchObject({ code: 1, stderr: expect.stringMatching(reason) });
  });
});

describe('help', () => {
  const lines = async (columns: number, ...args: string[]) =>
    (await atTerminal(columns, ...args)).trimEnd().split('\n');

  test.each([
    [['post'], 'Usage: cis post "text" --to PLATFORMS'],
    [['content', 'create'], 'Usage: cis content create [flags]'],
    [['show'], 'Usage: cis content get <id> [flags]'],
    [['content'], 'The flags of a verb: cis content <verb> --help'],
  ])('is that of the command: cis help %j', async (args, usage) => {
    expect((await cis('help', ...args)).stdout).toContain(usage);
  });

  test.each([[['help']], [['help', 'post']], [['help', 'content', 'list']]])(
    'wraps at the width of the terminal: cis %j',
    async (args) => {
      const [text] = (await lines(72, ...args)).join('\n').split('\nExamples\n');
      expect(text!.split('\n').filter((line) => line.length > 72 && / {3}/.test(line))).toEqual([]);
    },
  );

  test.each([[['post']], [['content', 'create']], [['show']]])('has two examples: cis help %j', async (args) => {
    const [, examples = ''] = (await cis('help', ...args)).stdout.split('\nExamples\n');
    expect(examples.trim().split('\n')).toEqual([expect.stringMatching(/^cis /), expect.stringMatching(/^ +cis /)]);
  });

  test.each([
    [['pots', 'Hi'], 'Did you mean post?'],
    [['lst'], 'Did you mean list?'],
    [['help', 'pots'], 'Did you mean post?'],
    [['--versoin'], 'Did you mean --version?'],
    [['post', 'Hi', '--to', 'x', '--sched', 'now'], 'Did you mean --at?'],
    [['content', 'create', '--sched', 'now'], 'Did you mean --scheduled-at?'],
  ])('is suggested for what does not exist: cis %j', async (args, suggestion) => {
    expect(await cis(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(suggestion) });
  });

  test('and completion have every platform of the API: cis post --to', async () => {
    const completed = (await cis('__complete', 'post', '--to', '')).stdout.trim().split('\n');
    expect(completed.map(resolveAlias).sort()).toEqual([...PLATFORMS].sort());
    const { stdout } = await cis('help', 'post');
    expect(completed.filter((platform) => !stdout.includes(platform))).toEqual([]);
  });

  test('has the version', async () => {
    expect((await cis('-v')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
