import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { freePort, listen } from '../../../tools/local-stack/http.ts';
import { findTable, startTable } from '../../../tools/local-stack/table.ts';
import { commandsIn, findInstalledDynoxide } from '../../../tools/local-stack/table-programs.ts';
import { waitForTable } from '../../../tools/local-stack/table-server.ts';

// A forced system, for which npm ci installs no dynoxide here, with a registry of this test.
const machine = { platform: 'darwin', arch: 'arm64' };
const NAME = '@dynoxide/darwin-arm64';

let folder: string;
let logged: string[];
const log = (line: string) => logged.push(line);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'table-'));
  logged = [];
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** A search on the forced system, with an empty cache, no Python, and this registry. */
function searchWith(registry: string) {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  for (const name of ['node', 'npm']) {
    const path = execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    symlinkSync(path, join(programs, name));
  }
  const env = { PATH: programs, HOME: folder, npm_config_registry: registry, npm_config_cache: join(folder, 'npm') };
  return { machine, cache: join(folder, 'cache'), env };
}

/** Start a registry with these packages, as npm reads them; it lacks all others. Returns its URL and its requests. */
async function openRegistry(packages: Record<string, { version: string; tarball: Buffer }>) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!);
    requests.push(path);
    const name = Object.keys(packages).find((each) => path === `/${each}` || path === `/${each}.tgz`);
    if (name === undefined) return response.writeHead(404).end('{}');
    const { version, tarball } = packages[name]!;
    if (path.endsWith('.tgz')) return response.end(tarball);
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const dist = { tarball: `${url}/${name}.tgz`, integrity };
    const { platform, arch } = machine;
    const versions = { [version]: { name, version, os: [platform], cpu: [arch], dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  const url = `http://127.0.0.1:${await listen(server, 0)}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url, requests };
}

/** The package of dynoxide for the forced system, with the file `program` in it. */
function packDynoxide(program: string): Buffer {
  const content = join(folder, 'package');
  mkdirSync(content);
  cpSync(program, join(content, 'dynoxide'));
  writeFileSync(join(content, 'package.json'), JSON.stringify({ name: NAME, version: '1.2.1' }));
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'package.tgz'));
}

describe('on a system for which npm ci installs no dynoxide', () => {
  it.skipIf(!findInstalledDynoxide())('npm installs the pinned version once, with one line that says so', async () => {
    const registry = await openRegistry({
      [NAME]: { version: '1.2.1', tarball: packDynoxide(findInstalledDynoxide()!) },
    });
    const search = searchWith(registry.url);
    const table = await startTable(folder, log, search);
    await waitForTable(table.endpoint);
    await table.stop();
    expect(logged).toEqual([
      `The table of the local service needs ${NAME}@1.2.1, which is now installed into ${search.cache}.`,
    ]);
    const requests = registry.requests.length;
    const again = await findTable(log, search);
    expect(again).toEqual({ use: 'dynoxide', program: expect.stringContaining(search.cache) });
    expect([logged.length, registry.requests.length]).toEqual([1, requests]);
  });

  it.skipIf(!findInstalledDynoxide())('two starts at the same time end with one installation', async () => {
    const tarball = packDynoxide(findInstalledDynoxide()!);
    const registry = await openRegistry({ [NAME]: { version: '1.2.1', tarball } });
    const search = searchWith(registry.url);
    const [first, second] = await Promise.all([findTable(log, search), findTable(log, search)]);
    expect(first).toEqual(second);
    expect(readdirSync(search.cache)).toEqual(['dynoxide-1.2.1-darwin-arm64']);
  });

  it('a package whose program does not run here is not kept, and the reason is said', async () => {
    const registry = await openRegistry({ [NAME]: { version: '1.2.1', tarball: packDynoxide(import.meta.filename) } });
    const search = searchWith(registry.url);
    await expect(findTable(log, search)).rejects.toThrow(/^- @dynoxide\/darwin-arm64@1\.2\.1: .*dynoxide/m);
    expect(readdirSync(search.cache)).toEqual([]);
  });

  it('the drafts of interrupted starts are removed after an hour, and those of running ones stay', async () => {
    const registry = await openRegistry({});
    const search = searchWith(registry.url);
    const draftOf = (name: string, ageSeconds: number) => {
      const draft = join(search.cache, name);
      mkdirSync(join(draft, 'half'), { recursive: true });
      const at = Date.now() / 1000 - ageSeconds;
      utimesSync(draft, at, at);
    };
    draftOf('dynoxide-1.2.1-darwin-arm64.aaaaaa', 3_700);
    draftOf('dynoxide-1.2.1-darwin-arm64.bbbbbb', 60);
    draftOf('ministack==1.5.33.cccccc', 3_700);
    await expect(findTable(log, search)).rejects.toThrow('There is no table');
    expect(readdirSync(search.cache)).toEqual(['dynoxide-1.2.1-darwin-arm64.bbbbbb']);
  });

  it('a cache folder that cannot be written ends with its name and the variable that names another', async () => {
    const registry = await openRegistry({});
    const search = searchWith(registry.url);
    writeFileSync(search.cache, 'a file');
    await expect(findTable(log, search)).rejects.toThrow(
      /cannot be installed: .*cache.*XDG_CACHE_HOME=\/path\/to\/folder npm start/,
    );
    expect(registry.requests).toEqual([]);
  });

  it('a registry without the package and a machine without Python end with the reasons and the commands', async () => {
    const registry = await openRegistry({});
    const error = await findTable(log, searchWith(registry.url)).catch((reason: Error) => reason.message);
    expect(error).toMatch(/^- @dynoxide\/darwin-arm64@1\.2\.1: .*404/m);
    expect(error).toMatch(/^- MiniStack: python3 \(3\.11 or later\) with venv is needed\./m);
    expect(error).toContain('AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 npm start');
    expect(logged).toEqual([expect.stringContaining(NAME), expect.stringContaining('ministack==')]);
  });

  it('a URL in AWS_ENDPOINT_URL_DYNAMODB is used as it is, and nothing is installed', async () => {
    const registry = await openRegistry({});
    const search = searchWith(registry.url);
    const dynamodb = createServer((_, response) => response.end('{}'));
    onTestFinished(() => void dynamodb.close());
    const url = `http://127.0.0.1:${await listen(dynamodb, 0)}`;
    const env = { ...search.env, AWS_ENDPOINT_URL_DYNAMODB: url };
    const table = await startTable(folder, log, { ...search, env });
    expect(table.endpoint).toBe(url);
    expect([logged, registry.requests]).toEqual([[], []]);
  });

  it('a URL whose DynamoDB is still starting is waited for', async () => {
    const dynamodb = createServer((_, response) => response.end('{}'));
    onTestFinished(() => void dynamodb.close());
    const port = await freePort();
    const env = { AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}` };
    const starting = startTable(folder, log, { machine, env });
    const first = await Promise.race([starting, new Promise((resume) => setTimeout(resume, 50, 'still waiting'))]);
    expect(first).toBe('still waiting');
    await listen(dynamodb, port);
    expect((await starting).endpoint).toBe(env.AWS_ENDPOINT_URL_DYNAMODB);
  });

  it.each(['localhost:8000', '127.0.0.1', 'https://127.0.0.1:8000'])(
    'the URL %s is rejected, naming the variable',
    async (url) => {
      const search = { machine, env: { AWS_ENDPOINT_URL_DYNAMODB: url } };
      await expect(startTable(folder, log, search)).rejects.toThrow(
        `AWS_ENDPOINT_URL_DYNAMODB must be a URL with http, such as http://127.0.0.1:8000; it is ${url}.`,
      );
    },
  );
});

it('the reason of a failed command is its first two errors, without the warnings before them', async () => {
  const pip =
    'for line in "WARNING: Retrying" "WARNING: Retrying" "ERROR: No version" "ERROR: No match"; do echo "$line" >&2; done; exit 1';
  await expect(commandsIn(process.env)('/bin/sh', ['-c', pip])).rejects.toThrow(/^ERROR: No version ERROR: No match$/);
});
