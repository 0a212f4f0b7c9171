import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { startFaultyProxy } from '../../test/clients/faulty-proxy.ts';
import { LANGUAGES, prepareLanguage } from '../../test/clients/languages.ts';
import { createApiClient, getAccessToken } from '../../test/e2e/http-client.ts';
import { useRunningService } from '../../test/e2e/running-service.ts';
import { newStageKeyOf } from '../../tools/conformance/new-stage-key.ts';

/**
 * Four processes of a product create its customers, each customer in two of them, through a proxy that loses responses; one
 * process is killed and runs again. `npm run customers -w evaluation`; `CUSTOMERS` is the number of customers.
 */

const CUSTOMERS = Number(process.env.CUSTOMERS ?? 100);
const PROCESSES = 4;
const TYPESCRIPT = LANGUAGES.find(({ name }) => name === 'typescript')!;
const DEADLINE_MS = 60 * 60_000;

const { service, folder } = useRunningService();

type Program = ChildProcessByStdio<null, Readable, Readable>;

test(
  'four processes create each customer once, although responses are lost and one process is killed',
  async () => {
    const { client_id, client_secret } = await newStageKeyOf(folder);
    await using proxy = await startFaultyProxy(service.port);
    const library = join(folder, 'client');
    await prepareLanguage(TYPESCRIPT, library);
    const { args } = TYPESCRIPT.program(library, 'customers.ts');
    const env = {
      ...process.env,
      CIS_BASE_URL: proxy.origin,
      CIS_CLIENT_ID: client_id,
      CIS_CLIENT_SECRET: client_secret,
    };
    const startMs = performance.now();
    const ids = new Map<string, Set<string>>();
    const start = (number: number): Program => {
      const share = CUSTOMERS / PROCESSES;
      const range = [number * share, 2 * share, CUSTOMERS].map((part) => String(Math.floor(part)));
      return spawn(args[0], [...args.slice(1), ...range], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    };
    const follow = async (program: Program, onLine: (count: number) => void = () => undefined) => {
      const errors: Buffer[] = [];
      program.stderr.on('data', (chunk) => errors.push(chunk));
      const ended = once(program, 'close');
      let count = 0;
      for await (const line of createInterface(program.stdout)) {
        const [externalId = '', id = ''] = line.split(' ');
        ids.set(externalId, (ids.get(externalId) ?? new Set()).add(id));
        onLine(++count);
      }
      const [code, signal] = await ended;
      return { result: signal ?? code, errors: String(Buffer.concat(errors)) };
    };
    const killed = start(0);
    const results = await Promise.all([
      follow(killed, (count) => count === Math.floor(CUSTOMERS / PROCESSES) && killed.kill('SIGKILL')).then(
        async (first) => [first, await follow(start(0))],
      ),
      ...[1, 2, 3].map((number) => follow(start(number))),
    ]);
    expect(results.flat().map(({ result, errors }) => [result, errors])).toEqual([
      ['SIGKILL', expect.anything()],
      ...Array.from({ length: PROCESSES }, () => [0, '']),
    ]);
    const seconds = Math.round((performance.now() - startMs) / 1000);

    expect(ids.size).toBe(CUSTOMERS);
    expect([...ids.values()].filter((each) => each.size !== 1)).toEqual([]);
    const listed = await listAll(await getAccessToken(service.baseUrl, { client_id, client_secret }));
    const created = new Map([...ids].map(([externalId, [id]]) => [externalId, id!]));
    expect(new Map(listed)).toEqual(created);
    expect(listed).toHaveLength(CUSTOMERS);
    expect(proxy.faults.drop).toBeGreaterThan(CUSTOMERS / PROCESSES);
    console.log(`${CUSTOMERS} customers in ${seconds} s; disturbed requests: ${JSON.stringify(proxy.faults)}`);
  },
  DEADLINE_MS,
);

/** List the external id and the id of each workspace that has both. */
async function listAll(token: string): Promise<[string, string][]> {
  const api = createApiClient(service.baseUrl, token);
  const found: [string, string][] = [];
  for (let cursor = ''; ; ) {
    const { status, text } = await api(
      'GET',
      `/workspaces?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    expect(status, text).toBe(200);
    const page = JSON.parse(text) as {
      workspaces: { id: string; external_id: string | null }[];
      pagination: { next_cursor: string | null };
    };
    for (const { id, external_id } of page.workspaces) if (external_id !== null) found.push([external_id, id]);
    if (page.pagination.next_cursor === null) return found;
    cursor = page.pagination.next_cursor;
  }
}
