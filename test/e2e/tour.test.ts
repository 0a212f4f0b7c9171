import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../tools/local-stack/http.ts';
import { until } from './http-client.ts';

const ROOT = join(import.meta.dirname, '../..');
const home = mkdtempSync(join(tmpdir(), 'tour-'));

let service: ChildProcess;
let printed = '';
let origin: string;

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  service = spawn(process.execPath, ['bin/local.ts'], {
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

async function paste(commands: string): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', commands], { cwd: home });
  return stdout;
}

async function get(path: string): Promise<unknown[]> {
  return (await fetch(origin + path)).json() as Promise<unknown[]>;
}

const typesIn = (inbox: unknown[]) =>
  (inbox as { body: string }[]).map(({ body }) => JSON.parse(body).type).sort();

describe('what a newcomer pastes', () => {
  it('is printed with the base url and the credentials that the file holds as well', () => {
    const credentials = JSON.parse(readFileSync(join(home, '.local/credentials.json'), 'utf8'));
    expect(credentials.base_url).toBe(`${origin}/v1`);
    for (const value of Object.values(credentials)) expect(printed).toContain(value);
  });

  it('the printed tour publishes a post on both platforms and shows its three webhooks', async () => {
    const commands = printed.slice(printed.indexOf('# 1.'));
    const shown = await paste(commands);
    expect(shown).toContain('"status":"published"');
    expect(await get('/_simulator/posts')).toHaveLength(2);
    expect(typesIn(await get('/_inbox/tour'))).toEqual([
      'content.created',
      'content.published',
      'content.scheduled',
    ]);
  });

  it('the tour of the README does the same, in a folder with the credentials', async () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const block = /## A tour[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme)![1]!;
    const shown = await paste(block);
    expect(shown).toContain('"status":"published"');
    expect(await get('/_simulator/posts')).toHaveLength(4);
    expect(typesIn(await get('/_inbox/readme'))).toEqual([
      'content.created',
      'content.published',
      'content.scheduled',
    ]);
  });

  it('npm run chart then draws the posts of both platforms', async () => {
    const file = join(home, '.local/chart.svg');
    const draw = async () => {
      const options = { cwd: ROOT, env: { ...process.env, LOCAL_FOLDER: join(home, '.local') } };
      await promisify(execFile)(process.execPath, ['bin/chart.ts'], options);
      return readFileSync(file, 'utf8');
    };
    // Posts are counted a moment after they went out.
    const chart = await until('both platforms', 20_000, async () => {
      const drawn = await draw();
      return drawn.split('2 posts went out').length === 3 && drawn;
    });
    expect(chart).toMatch(/>twitter<[\s\S]*>linkedin<|>linkedin<[\s\S]*>twitter</);
  });
});
