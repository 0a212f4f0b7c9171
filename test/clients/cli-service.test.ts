import { appendFileSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parsePlan } from '../../clients/cli/src/plan.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { listen } from '../../tools/local-stack/http.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { buildCommandLine, runCommand, startCommand } from './command-line.ts';
import { UNUSED_PORT } from './unused-port.ts';

// The command line on the local service: posts, plans, events.

const IMAGE = join(import.meta.dirname, '../media/samples/hopper.jpg');

/** A local time that the change to summer time skips, as a plan names it and as it is shown. One is within a year. */
function nextSkippedTime(): { time: string; shown: RegExp } {
  const year = new Date().getUTCFullYear();
  const dates = [year, year + 1].flatMap((each) => [
    { date: sundayFrom(each, 8), zone: 'America/New_York', offset: '-04:00' },
    { date: sundayFrom(each, 25), zone: 'Europe/Berlin', offset: '\\+02:00' },
  ]);
  const { date, zone, offset } = dates.find((each) => Date.parse(each.date) > Date.now())!;
  return { time: `${date} 02:30 ${zone}`, shown: new RegExp(`^${date}T03:30:00${offset} \\(.*does not exist`) };
}

/** The first Sunday of March from this day on. */
function sundayFrom(year: number, day: number): string {
  const first = new Date(Date.UTC(year, 2, day));
  return new Date(first.getTime() + ((7 - first.getUTCDay()) % 7) * DAY_MS).toISOString().slice(0, 10);
}

describe('the command line', () => {
  const { service, api } = useRunningService();
  const folder = mkdtempSync(join(tmpdir(), 'cli-service-'));
  const env: Record<string, string> = { XDG_CONFIG_HOME: folder };
  let program: string;

  beforeAll(() => {
    program = buildCommandLine(folder);
    const { base_url, client_id, client_secret } = service.credentials;
    Object.assign(env, { CIS_BASE_URL: base_url, CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const cis = (args: string[], stdin = '') => runCommand(program, args, { env, stdin });
  const json = async (args: string[], stdin = '') => JSON.parse((await cis(args, stdin)).stdout);
  const titled = async (prefix: string): Promise<string[]> => {
    const lines = (await cis(['content', 'list', '--all'])).stdout.trim().split('\n');
    return lines.map((line) => JSON.parse(line).title).filter((title: string) => title.startsWith(prefix));
  };

  test('publishes a text from stdin with an image on two platforms, and prints the URLs', async () => {
    const args = [
      'post',
      '-',
      '--to',
      'x,bluesky',
      '--image',
      IMAGE,
      '--alt',
      'A portrait',
      '--thread',
      'Part two',
      '--wait',
    ];
    const item = await json(args, 'From stdin\n');
    expect(item).toMatchObject({
      title: 'From stdin',
      status: 'published',
      media: [{ alt: 'A portrait' }],
      thread: [{ text: 'Part two' }],
    });
    expect(item.targets.map(({ url }: { url: string }) => new URL(url).host).sort()).toEqual(['bsky.app', 'x.com']);
  });

  test('publishes one post for two commands with one key', async () => {
    const args = ['post', 'Only once', '--to', 'x', '--image', IMAGE, '--idempotency-key', 'once', '--wait'];
    const [first, second] = [await json(args), await json(args)];
    expect([first.status, second.status, second.id]).toEqual(['published', 'published', first.id]);
    expect(await titled('Only once')).toEqual(['Only once']);
  });

  test('schedules a post at a time in a zone, and creates a draft', async () => {
    const scheduled = await json(['post', 'Later', '--to', 'x', '--at', 'tomorrow 9:00 Asia/Kolkata']);
    expect([scheduled.status, scheduled.scheduled_at.slice(10)]).toEqual(['scheduled', 'T03:30:00.000Z']);
    const local = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T09:00$/);
    expect(scheduled.scheduled_local).toEqual({ local, time_zone: 'Asia/Kolkata' });
    expect((await json(['post', 'Draft', '--to', 'x', '--draft', '--wait'])).status).toBe('draft');
  });

  test('publishes a text of Windows, whose lines end with two characters', async () => {
    const item = await json(['post', '-', '--to', 'x', '--draft'], 'One\r\nTwo\r\n');
    expect(item).toMatchObject({ title: 'One', description: 'One\nTwo' });
  });

  test('ends with 1 and the code after a rejection, and with 2 after wrong arguments', async () => {
    const long = await cis(['post', 'a'.repeat(281), '--to', 'x']);
    expect(long).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/\(\w+, req_\w+\)/) });
    const [, draft] = /cis show (cnt_\w+)/.exec(long.stderr)!;
    expect((await json(['content', 'get', draft!])).status).toBe('draft');
    for (const args of [
      ['post', 'Hi'],
      ['post', 'Hi', '--to', 'x', '--image', '/missing.jpg'],
      ['post', 'two', 'texts', '--to', 'x'],
      ['pots'],
      ['tail', '--since', '99999999999999d'],
    ]) {
      expect((await cis(args)).code).toBe(2);
    }
  });

  test('ends with 3 when the service does not respond, and advises only who may have changed something', async () => {
    const base = `http://127.0.0.1:${UNUSED_PORT}/v1`;
    // Each has a folder of its own: processes that share one request a token one after the other.
    const run = (...args: string[]) => {
      const own = { ...env, CIS_BASE_URL: base, XDG_CONFIG_HOME: mkdtempSync(join(folder, 'alone-')) };
      return runCommand(program, args, { env: own });
    };
    const [changed, ...reads] = await Promise.all([
      run('content', 'update', 'cnt_1', '--title', 'Hi'),
      run('whoami'),
      run('content', 'list'),
      run('login', '--no-browser'),
    ]);
    for (const { code, stderr } of reads) {
      expect([code, stderr]).toEqual([3, expect.stringMatching(/^cis: .* does not respond\.\n$/)]);
    }
    expect(changed).toMatchObject({ code: 3, stderr: expect.stringContaining('The service may have processed') });
  });

  test('prints the platforms as the API returns them, also without a verb', async () => {
    expect(await json(['platforms'])).toEqual(await json(['platforms', 'list']));
    expect(await json(['platforms', '--json'])).toEqual(JSON.parse((await api('GET', '/platforms')).text));
  });

  test('is silent when the reader of its output ends', async () => {
    const script = `'${program}' problems list | head -c 1; echo "\${PIPESTATUS[0]}"`;
    const { stderr, stdout } = await runCommand('bash', ['-c', script], { env });
    expect([stderr, stdout]).toEqual(['', '{0\n']);
  });

  test('says after Ctrl-C during a wait that the publication continues', async () => {
    const item = {
      id: 'cnt_1',
      title: 'Hi',
      status: 'publishing',
      scheduled_at: null,
      targets: [{ platform: 'x', status: 'publishing' }],
    };
    const server = createServer((request, response) => {
      const token = { access_token: 'token', expires_in: 3600 };
      response.end(JSON.stringify(request.url === '/v1/auth/token' ? token : item));
      // It waits once it reads the item again.
      if (request.method === 'GET' && request.url === '/v1/content/cnt_1') child.kill('SIGINT');
    });
    const base = `http://127.0.0.1:${await listen(server, 0)}/v1`;
    const child = startCommand(program, ['post', 'Hi', '--to', 'x', '--wait'], { ...env, CIS_BASE_URL: base });
    let stderr = '';
    child.stderr!.on('data', (chunk) => (stderr += chunk));
    const code = await new Promise((ended) => child.once('close', ended));
    server.close();
    expect([code, stderr]).toEqual([130, expect.stringContaining('continues. Its state: cis show cnt_1')]);
  });

  test('prints each event once as it happens', async () => {
    const child = startCommand(program, ['tail', '--since', '1m', '--type', 'content.created'], env);
    let printed = '';
    child.stdout!.on('data', (chunk) => (printed += chunk));
    const titles = () =>
      printed
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).data.title);
    try {
      for (const title of ['Event one', 'Event two']) {
        await cis(['post', title, '--to', 'x', '--draft']);
        await vi.waitUntil(() => titles().includes(title), { timeout: 60_000, interval: 200 });
      }
      expect(titles().filter((title) => title.startsWith('Event'))).toEqual(['Event one', 'Event two']);
    } finally {
      child.kill();
    }
  });

  describe('import', () => {
    const results = (plan: string) => `${plan}.results.jsonl`;
    const write = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };

    test('checks each row without sending it', async () => {
      const skipped = nextSkippedTime();
      copyFileSync(IMAGE, join(folder, 'hopper.jpg'));
      const plan = write(
        'dry.csv',
        `text,platforms,at,image,status
Dry good,x,${skipped.time},,
Dry image,instagram,,hopper.jpg,
Dry platform,unknown-platform,,,
"Dry ${'a'.repeat(300)}",x,,,
Dry time,x,whenever,,
Dry file,x,,missing.jpg,
Dry status,x,,,drafty
`,
      );
      const { code, stdout } = await cis(['import', plan, '--dry-run', '--time-zone', 'UTC']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toEqual([
        { row: 1, time: expect.stringMatching(skipped.shown), problem: null },
        { row: 2, time: null, problem: null },
        { row: 3, time: null, problem: expect.stringMatching(/^platforms: Must be one of/) },
        { row: 4, time: null, problem: expect.stringContaining('280') },
        { row: 5, time: null, problem: expect.stringMatching(/^at: "whenever" is no time/) },
        { row: 6, time: null, problem: expect.stringMatching(/^image: .*missing\.jpg is no file/) },
        { row: 7, time: null, problem: 'status: "drafty" is none of draft, scheduled, published. Did you mean draft?' },
      ]);
      expect(await titled('Dry')).toEqual([]);
      expect(existsSync(results(plan))).toBe(false);
    });

    test('continues after it was killed, and creates each row once', async () => {
      // Ten rows have the text of another.
      await api('PUT', '/workspace', { duplicate_guard_hours: 0 });
      const rows = Array.from({ length: 60 }, (_, number) => `Killed ${number % 50},x,in 3 days`);
      const plan = write('killed.csv', `text,platforms,at\n${rows.join('\n')}\n`);
      const created = () =>
        existsSync(results(plan)) ? readFileSync(results(plan), 'utf8').split('"created"').length - 1 : 0;
      for (const enough of [3, 15]) {
        const child = startCommand(program, ['import', plan], env);
        const ended = new Promise((done) => child.once('close', done));
        await vi.waitUntil(() => created() >= enough, { timeout: 60_000, interval: 5 });
        child.kill('SIGKILL');
        await ended;
        expect(created()).toBeLessThan(60);
      }
      appendFileSync(results(plan), '{"key":"cis-im');
      const last = await json(['import', plan]);
      expect(last).toMatchObject({ rows: 60, failed: 0, unknown: 0 });
      expect(last.created + last.imported_earlier).toBe(60);
      expect(await json(['import', plan])).toMatchObject({ created: 0, imported_earlier: 60 });
      const expected = rows.map((row) => row.split(',')[0]).sort();
      expect((await titled('Killed')).sort()).toEqual(expected);
    });

    test('counts an item of a run that lost the response as imported earlier', async () => {
      const plan = write('lost.jsonl', '{"text":"Lost 1","platforms":["x"]}\n{"text":"Lost 2","platforms":["x"]}\n');
      expect(await json(['import', plan])).toMatchObject({ created: 2, imported_earlier: 0 });
      rmSync(results(plan));
      expect(await json(['import', plan])).toMatchObject({ created: 0, imported_earlier: 2 });
    });

    test('tries a row again that failed, and never one that succeeded', async () => {
      const plan = write(
        'failed.jsonl',
        '{"text":"Again 1","platforms":["x"]}\n{"text":"Again 2","platforms":["x"],"image":"later.jpg"}\n',
      );
      const first = await cis(['import', plan]);
      expect([first.code, JSON.parse(first.stdout)]).toEqual([1, expect.objectContaining({ created: 1, failed: 1 })]);
      expect(first.stderr).toContain('Row 2: image: ');
      copyFileSync(IMAGE, join(folder, 'later.jpg'));
      expect(await json(['import', plan])).toMatchObject({ created: 1, imported_earlier: 1, failed: 0 });
      expect((await titled('Again')).sort()).toEqual(['Again 1', 'Again 2']);
    });

    test('does not repeat a request without an outcome whose key has expired', async () => {
      const text = 'text,platforms\nForgotten,x\n';
      const plan = write('forgotten.csv', text);
      const [{ key } = { key: '' }] = parsePlan(text, plan);
      const time = new Date(Date.now() - DAY_MS).toISOString();
      const body = { title: 'Forgotten', platforms: ['x'] };
      writeFileSync(results(plan), `${JSON.stringify({ key, row: 1, time, result: 'started', body })}\n`);
      const { code, stdout, stderr } = await cis(['import', plan]);
      expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ created: 0, unknown: 1 })]);
      expect(stderr).toContain('no known outcome');
      expect(await titled('Forgotten')).toEqual([]);
    });
  });
});
