import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useRunningService } from '../e2e/running-service.ts';
import { buildCommandLine, runCommand } from './command-line.ts';
import { NODE_20 } from './installed.ts';

// The shell blocks of docs/cli.md, and the first post of the README of the package, on the local service.

const ROOT = join(import.meta.dirname, '../..');
const read = (document: string) => readFileSync(join(ROOT, document), 'utf8');
const blocksOf = (document: string) => [...read(document).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);

describe('the documentation of the command line', () => {
  const { service } = useRunningService();
  const folder = mkdtempSync(join(tmpdir(), 'cli-docs-'));
  const env: Record<string, string> = {};

  beforeAll(() => {
    buildCommandLine(folder);
    copyFileSync(join(ROOT, 'test/media/samples/hopper.jpg'), join(folder, 'summer.jpg'));
    const { base_url, client_id, client_secret } = service.credentials;
    const key = { BASE_URL: base_url, CLIENT_ID: client_id, CLIENT_SECRET: client_secret };
    Object.assign(env, key, { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, XDG_CONFIG_HOME: folder });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (script: string, more: Record<string, string> = {}) =>
    runCommand('bash', ['--norc', '-euo', 'pipefail', '-c', `cd '${folder}'\n${script}`], { env: { ...env, ...more } });

  test('has commands that succeed in their order, and publish', async () => {
    const { code, stdout, stderr } = await run(blocksOf('docs/cli.md').join('\n'));
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^cis: /m)]);
    expect(stdout).toContain('"title": "A better draft"');
    expect(stdout).toContain('"type":"content.published"');
    expect(stdout).toMatch(/"url": "https:\/\/bsky\.app\//);
  });

  test('publishes the first post of the README, after its login', async () => {
    const [, block] = blocksOf('clients/cli/README.md');
    const [login, post] = block!.trim().split('\n');
    expect(login).toMatch(/^cis login --base-url \S+$/);
    const environment = {
      CIS_BASE_URL: env.BASE_URL!,
      CIS_CLIENT_ID: env.CLIENT_ID!,
      CIS_CLIENT_SECRET: env.CLIENT_SECRET!,
    };
    expect(await run(post!, environment)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/"url": "https:\/\/bsky\.app\//),
    });
  });

  // The tests of the command line run on Node 20 where it is installed.
  test.skipIf(NODE_20 === undefined)('is true on Node 20', async () => {
    const { version } = JSON.parse(read('clients/cli/package.json'));
    const { stdout } = await runCommand(NODE_20!, [join(folder, 'bin/cis.mjs'), 'version']);
    expect(stdout).toBe(`${version}\n`);
  });

  test('names every command', async () => {
    const [, section] = /^Commands\n([\s\S]*?)\n\n/m.exec((await run('cis help')).stdout)!;
    const names = [...section!.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!);
    const own = names.filter((name) => name !== 'help' && name !== 'version');
    expect(own).toHaveLength(14);
    for (const name of own) expect(read('docs/cli.md')).toContain(`cis ${name}`);
  });
});
