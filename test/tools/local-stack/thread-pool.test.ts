import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createThreadBudget } from '../../../tools/local-stack/thread-budget.ts';
import { createThreadPool, type ThreadPoolOptions } from '../../../tools/local-stack/thread-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'thread-pool-'));
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A pool of one thread with this source of a handler. */
function poolOf(source: string, more: Partial<ThreadPoolOptions> = {}) {
  const file = join(mkdtempSync(join(folder, 'function-')), 'index.js');
  writeFileSync(file, source);
  const pool = createThreadPool({
    file,
    exportName: 'handler',
    functionName: 'tested',
    functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:tested',
    codeCacheFile: `${file}.compiled`,
    logFile: `${file}.log`,
    timeoutMs: 150_000,
    initTimeoutMs: 150_000,
    memory: 128,
    concurrency: 1,
    env: { PATH: process.env.PATH ?? '' },
    budget: createThreadBudget(1),
    touch: () => {},
    ...more,
  });
  undo.push(() => pool.stop(0));
  return pool;
}

test('an invocation whose caller has left before it began does not run', async () => {
  const pool = poolOf(`let count = 0; exports.handler = async () => ++count;`);
  const caller = new AbortController();
  const [first, left] = [pool.invoke({}), pool.invoke({}, { signal: caller.signal })];
  caller.abort();
  expect(await left).toMatchObject({ error: { errorType: 'Local.Cancelled' } });
  expect(await first).toEqual({ payload: 1 });
  expect(await pool.invoke({})).toEqual({ payload: 2 });
});

test('a file that functions share is evaluated once in each thread, and from compiled code in the next', async () => {
  const shared = mkdtempSync(join(folder, 'shared-'));
  writeFileSync(join(shared, 'count.js'), 'exports.count = 0; exports.add = () => ++exports.count;');
  writeFileSync(join(shared, 'other.js'), `exports.add = require('./count.js').add;`);
  const [count, other] = ['count', 'other'].map((name) => `require('../${basename(shared)}/${name}.js')`);
  const source = `const [one, other] = [${count}, ${other}]; exports.handler = async () => one.add() + other.add();`;
  const compiled = mkdtempSync(join(folder, 'compiled-'));
  for (const name of ['first', 'second']) {
    const pool = poolOf(source, { codeCacheFile: join(compiled, name) });
    expect(await pool.invoke({})).toEqual({ payload: 3 });
    expect(await pool.invoke({})).toEqual({ payload: 7 });
  }
  await expect.poll(() => readdirSync(compiled).sort()).toEqual(['count.js', 'first', 'other.js', 'second']);
});

test('a thread that cannot be created fails its invocation', async () => {
  const pool = poolOf('', { clock: (() => {}) as never });
  expect(await pool.invoke({})).toMatchObject({ error: { errorType: 'DataCloneError' } });
});

test('an invocation times out although native code holds its thread, and the next one has another thread', async () => {
  const pool = poolOf(
    `const { execFileSync } = require('node:child_process');
     const wait = 'until [ -e "$0" ]; do sleep 0.05; done';
     exports.handler = async ({ held }) => { if (held) execFileSync('/bin/sh', ['-c', wait, held]); return 'free'; };`,
    { timeoutMs: 2_000 },
  );
  const release = join(folder, 'release');
  undo.unshift(() => writeFileSync(release, ''));
  expect(await pool.invoke({ held: release })).toMatchObject({ error: { errorType: 'Sandbox.Timedout' } });
  await expect.poll(() => pool.invoke({}), { timeout: 170_000 }).toEqual({ payload: 'free' });
});
