import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient, getAccessToken, untilWithin } from '../../test/e2e/http-client.ts';
import { MAX_THREADS } from '../../tools/local-stack/functions.ts';
import { freePort } from '../../tools/local-stack/http.ts';
import { sendMixedRequests } from '../benchmarks/memory/mixed-requests.ts';
import { readTreeMemory } from '../benchmarks/memory/process-tree.ts';

/** `MEMORY_REQUESTS=20000` measures an hour of use. */
const REQUESTS = Number(process.env.MEMORY_REQUESTS ?? 3_000);
const CONCURRENCY = 12;
/** The program without a thread: modules, the database and the simulator. */
const MAX_FRESH_BYTES = 300e6;
/** One warm thread: its engine, its bundle and its heap. */
const MAX_THREAD_BYTES = 40e6;
const MAX_GROWTH = 1.25;

const folder = mkdtempSync(join(tmpdir(), 'memory-'));
let service: ChildProcess;

beforeAll(async () => {
  const PORT = String(await freePort());
  service = spawn(process.execPath, [resolve('bin/local.ts'), '--empty'], {
    // As `npm start` does.
    env: { ...process.env, PORT, LOCAL_FOLDER: folder, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  service.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  await untilWithin('the service to start', 120_000, () => output.includes('is running'));
});

afterAll(async () => {
  const ended = new Promise((resume) => service.once('exit', resume));
  service.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

test(`after ${REQUESTS} requests the service holds its warm threads and no more, however many requests it answers`, async () => {
  const credentials = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
  const fresh = readTreeMemory(service.pid!);
  const api = createApiClient(credentials.base_url, await getAccessToken(credentials.base_url, credentials));
  await sendMixedRequests(api, REQUESTS / 2, CONCURRENCY);
  const half = readTreeMemory(service.pid!);
  await sendMixedRequests(api, REQUESTS / 2, CONCURRENCY);
  const full = readTreeMemory(service.pid!);
  const [freshMb, halfMb, fullMb] = [fresh, half, full].map((bytes) => Math.round(bytes / 1e6));
  console.log(`${freshMb} MB fresh, ${halfMb} MB after ${REQUESTS / 2} requests, ${fullMb} MB after ${REQUESTS}`);

  expect(fresh).toBeLessThan(MAX_FRESH_BYTES);
  expect(full).toBeLessThan(fresh + MAX_THREADS * MAX_THREAD_BYTES);
  expect(full).toBeLessThan(MAX_GROWTH * half);
}, 900_000);
