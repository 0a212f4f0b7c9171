import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callDynamodb } from '../../../tools/local-stack/dynamodb.ts';
import { listen } from '../../../tools/local-stack/http.ts';
import { startMinistack } from '../../../tools/local-stack/ministack.ts';
import { findTable, type TableSearch } from '../../../tools/local-stack/table.ts';

// A forced system, for which npm ci installs no dynoxide here, with a registry that has no package at all.
const machine = { platform: 'darwin', arch: 'arm64' };
const folder = mkdtempSync(join(tmpdir(), 'a table-'));
const registry = createServer((_, response) => response.writeHead(404).end('{}'));
const logged: string[] = [];
const log = (line: string) => logged.push(line);
let search: TableSearch;
let python: string;

beforeAll(async () => {
  const npm_config_registry = `http://127.0.0.1:${await listen(registry, 0)}`;
  const env = { ...process.env, npm_config_registry, AWS_ENDPOINT_URL_DYNAMODB: '' };
  search = { machine, cache: join(folder, 'cache'), env };
  const source = await findTable(log, search);
  if (source.use !== 'ministack') throw new Error(JSON.stringify(source));
  python = source.python;
});

afterAll(() => {
  registry.closeAllConnections();
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = <T>(endpoint: string, operation: string, input: object) =>
  callDynamodb<T>(endpoint, `DynamoDB_20120810.${operation}`, { TableName: 'things', ...input });

const Item = { pk: { S: 'stored' } };

async function createTable(endpoint: string): Promise<void> {
  await call(endpoint, 'CreateTable', {
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  });
}

const getItem = (endpoint: string) => call<{ Item?: object }>(endpoint, 'GetItem', { Key: Item });

describe('where the registry has no dynoxide', () => {
  test('MiniStack is installed into a virtual environment once, and later starts ask no registry', async () => {
    expect(logged).toEqual([
      expect.stringContaining('@dynoxide/darwin-arm64@1.2.1, which is now installed'),
      expect.stringContaining('ministack==1.5.33, which is now installed'),
    ]);
    expect(await findTable(log, search)).toEqual({ use: 'ministack', python });
    expect(logged).toHaveLength(2);
  });

  test('it is installed again when the Python of its environment is gone or has another version', async () => {
    const environment = dirname(dirname(python));
    rmSync(python);
    expect(await findTable(log, search)).toEqual({ use: 'ministack', python });
    const [library] = globSync('lib/python3.*', { cwd: environment });
    renameSync(join(environment, library!), join(environment, 'lib/python3.0'));
    expect(await findTable(log, search)).toEqual({ use: 'ministack', python });
    const { endpoint, stop } = await startMinistack(python, join(folder, 'again'), log);
    await createTable(endpoint);
    await stop();
  });

  test('its table survives a stop of the service', async () => {
    const data = join(folder, 'stopped');
    const first = await startMinistack(python, data, log);
    await createTable(first.endpoint);
    await call(first.endpoint, 'PutItem', { Item });
    await first.stop();
    const second = await startMinistack(python, data, log);
    expect((await getItem(second.endpoint)).Item).toEqual(Item);
    await second.stop();
  });

  test('its table survives a kill of the service, also before an immediate start', async () => {
    const data = join(folder, 'killed');
    const program = `import { startMinistack } from '${import.meta.dirname}/../../../tools/local-stack/ministack.ts';
      console.log((await startMinistack('${python}', '${data}', console.error)).endpoint);`;
    const service = spawn(process.execPath, ['--input-type=module', '-e', program]);
    const [chunk] = await once(service.stdout, 'data');
    const endpoint = String(chunk).trim();
    await createTable(endpoint);
    await call(endpoint, 'PutItem', { Item });
    service.kill('SIGKILL');
    const again = await startMinistack(python, data, log);
    expect((await getItem(again.endpoint)).Item).toEqual(Item);
    await again.stop();
  });

  test('a kill of MiniStack loses what was written since the start, and one line says so', async () => {
    const data = join(folder, 'lost');
    const first = await startMinistack(python, data, log);
    await createTable(first.endpoint);
    await call(first.endpoint, 'PutItem', { Item });
    const lines = logged.length;
    process.kill(Number(execFileSync('pgrep', ['-fx', `${python} -m ministack`], { encoding: 'utf8' })), 'SIGKILL');
    await expect.poll(() => logged.length, { timeout: 60_000 }).toBe(lines + 1);
    expect(logged.at(-1)).toContain('what was written since the start is lost');
    await first.stop();
    const second = await startMinistack(python, data, log);
    await expect(getItem(second.endpoint)).rejects.toMatchObject({ code: 'ResourceNotFoundException' });
    await second.stop();
  });
});
