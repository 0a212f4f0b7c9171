import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newStageKeyOf } from '../../tools/conformance/new-stage-key.ts';
import { until } from '../e2e/http-client.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { buildCommandLine, runCommand } from './command-line.ts';

// The command line with a stage key on the local service.

/** Usage of the day is summed within this time. */
const SUMMED_MS = 70 * 60_000;

describe('the flag --workspace', () => {
  const { service, clock, folder: serviceFolder } = useRunningService();
  const folder = mkdtempSync(join(tmpdir(), 'cli-workspaces-'));
  const env: Record<string, string> = { XDG_CONFIG_HOME: folder };
  const [first, second] = ['customer 1+1', 'customer 50%'];
  let program: string;
  let id: string;

  const cis = (...args: string[]) => runCommand(program, args, { env });
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await cis(...args);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const titlesIn = async (workspace: string): Promise<string[]> => {
    const { data } = await json('content', 'list', '--workspace', workspace);
    return data.map(({ title }: { title: string }) => title).sort();
  };

  beforeAll(async () => {
    program = buildCommandLine(folder);
    const { base_url, client_id, client_secret } = await newStageKeyOf(serviceFolder);
    Object.assign(env, { CIS_BASE_URL: base_url, CIS_CLIENT_ID: client_id, CIS_CLIENT_SECRET: client_secret });
    ({ id } = await json('workspaces', 'ensure', first!, '--name', 'First'));
    await json('workspaces', 'ensure', second!, '--name', 'Second');
    const post = ['post', 'Of the first', '--to', 'x', '--draft'];
    await json(...post, '--workspace', `external:${first}`);
    const create = ['content', 'create', '--title', 'Of the second', '--platforms', 'x'];
    await json(...create, '--workspace', `external:${second}`);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('names the workspace in which a command acts, by its external id or by its id', async () => {
    expect(await titlesIn(`external:${first}`)).toEqual(['Of the first']);
    expect(await titlesIn(`external:${second}`)).toEqual(['Of the second']);
    expect(await titlesIn(id)).toEqual(['Of the first']);
  });

  test('is not needed for usage, of which --csv prints all pages as one file with the columns of the service', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    // Both days, if midnight is near.
    const period = ['--from', day(-1), '--to', day(2), '--granularity', 'total', '--group-by', 'workspace'];
    const csv = async (...args: string[]) => {
      const { code, stdout, stderr } = await cis('usage', 'get', '--csv', ...period, ...args);
      expect([code, stderr]).toEqual([0, '']);
      const [columns, ...lines] = stdout.trimEnd().split('\n');
      return { columns, rows: lines.sort() };
    };
    const itemsOf = ({ rows }: { rows: string[] }) =>
      rows.flatMap((row) => /^"[^"]*","ws_\w+","(customer [^"]+)",,,(\d+),/.exec(row)?.slice(1).join(': ') ?? []);
    const whole = await until('the items to be counted', async () => {
      // Again in each attempt: the day may be marked after the first, and is due an hour later.
      clock.advance(SUMMED_MS);
      await service.invoke('on-sweep-due', {});
      const found = await csv();
      return itemsOf(found).length === 2 && found;
    });
    expect(itemsOf(whole)).toEqual(expect.arrayContaining([`${first}: 1`, `${second}: 1`]));
    expect(whole.columns).toMatch(
      /^"period","workspace_id","external_id","platform","account_id","items",.*,"aws_micro_usd"$/,
    );
    expect(await csv('--limit', '1')).toEqual(whole);
    const { pagination } = await json('usage', 'get', ...period, '--limit', '1');
    expect(pagination.has_more).toBe(true);
  });

  test('is needed with a stage key', async () => {
    expect(await cis('content', 'list')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('workspace_required'),
    });
  });

  test('ends with 2 for a text that names no workspace', async () => {
    for (const workspace of ['customer-1', 'external:', 'ws_']) {
      expect((await cis('content', 'list', '--workspace', workspace)).code).toBe(2);
    }
  });

  test('imports a plan into each workspace once', async () => {
    const plan = join(folder, 'plan.csv');
    writeFileSync(plan, 'text,platforms\nOf a plan,x\n');
    for (const customer of [first, second]) {
      const args = ['import', plan, '--workspace', `external:${customer}`];
      expect(await json(...args)).toMatchObject({ created: 1, imported_earlier: 0 });
      expect(await json(...args)).toMatchObject({ created: 0, imported_earlier: 1 });
    }
    expect(await titlesIn(`external:${first}`)).toEqual(['Of a plan', 'Of the first']);
    expect(await titlesIn(`external:${second}`)).toEqual(['Of a plan', 'Of the second']);
  });
});
