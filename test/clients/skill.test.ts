import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOOLS } from '../../lib/agents/tools/tools.ts';
import { PROBLEM_TYPES } from '../../lib/app/problems/problem-types.ts';
import { SKILLS_FOLDER, skillCatalog } from '../../lib/bundle/skill-catalog.ts';
import { CONTENT_STATUSES } from '../../lib/content/rules/content.ts';
import { KeySecretResponse } from '../../lib/identity/api/keys/responses.ts';
import { read } from '../e2e/http-client.ts';
import { useRunningService } from '../e2e/running-service.ts';
import { runCommand } from './command-line.ts';

// The skill of the command line, as its package has it: its form, and its shell blocks with an agent key.

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'clients/cli');
const NAME = 'content-intelligence';
const textOf = (file: string) => readFileSync(join(SKILLS_FOLDER, NAME, file), 'utf8');
const blocksOf = (file: string) => [...textOf(file).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
const FILES = globSync('**/*.md', { cwd: join(SKILLS_FOLDER, NAME) });

describe('the form of the skill', () => {
  const codes = [...PROBLEM_TYPES.keys()];

  test('follows the rules of agentskills.io', () => {
    const [skill, ...others] = skillCatalog().skills;
    const fields = skill!.frontmatter;
    expect(others).toEqual([]);
    const known = ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'];
    expect(known).toEqual(expect.arrayContaining(Object.keys(fields)));
    expect(fields.name).toBe(NAME);
    expect(fields.name).toMatch(/^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);
    expect(fields.description!.length).toBeLessThanOrEqual(1_024);
    expect(fields.compatibility!.length).toBeLessThanOrEqual(500);
    expect(textOf('SKILL.md').split('\n').length).toBeLessThanOrEqual(500);
  });

  test('links only to its own files', () => {
    for (const file of FILES) {
      const links = [...textOf(file).matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!);
      for (const target of links) expect(FILES).toContain(join(file, '..', target));
    }
  });

  test('names tools, statuses and codes of errors that exist', () => {
    const named = [...textOf('SKILL.md').matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name!);
    const tools = TOOLS.map(({ name }) => name);
    expect([...tools, ...codes, 'request_id', 'proposed_queue']).toEqual(expect.arrayContaining(named));
    const rows = (section: string) => {
      const [, table = ''] = textOf('references/outcomes.md').split(`## ${section}\n`);
      const cells = table.split('\n## ')[0]!.matchAll(/^\| (`[^|]+`) \|/gm);
      return [...cells].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
    };
    expect(rows('Status of an item').sort()).toEqual([...CONTENT_STATUSES].sort());
    expect(codes).toEqual(expect.arrayContaining(rows('Codes of errors')));
  });
});

describe('the skill in the package', () => {
  const { service, api } = useRunningService();
  const folder = mkdtempSync(join(tmpdir(), 'skill-'));
  const env: Record<string, string> = {};
  let tarball: string;

  const run = (script: string) =>
    runCommand('bash', ['--norc', '-euo', 'pipefail', '-c', `cd '${folder}'\n${script}`], { env });

  beforeAll(async () => {
    const path = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`;
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: PACKAGE,
      env: { ...process.env, PATH: path },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    tarball = join(folder, packed.trim());
    copyFileSync(join(ROOT, 'test/media/samples/hopper.jpg'), join(folder, 'summer.jpg'));
    const key = read(await api('POST', '/keys', { name: 'An agent', agent: {} }), 201, KeySecretResponse());
    const { client_id: CIS_CLIENT_ID, client_secret: CIS_CLIENT_SECRET } = key;
    const npm = { npm_config_prefix: join(folder, 'global'), npm_config_cache: join(folder, 'cache') };
    const paths = { PATH: `${join(folder, 'global/bin')}:${process.env.PATH}`, XDG_CONFIG_HOME: folder, HOME: folder };
    Object.assign(env, npm, paths, { CIS_BASE_URL: service.baseUrl, CIS_CLIENT_ID, CIS_CLIENT_SECRET });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is used with an agent key, block after block', async () => {
    const blocks = [...blocksOf('SKILL.md'), ...blocksOf('references/commands.md')].join('\n');
    const script = blocks.replace(
      /^npm install --global content-intelligence-cli$/m,
      `npm install --global '${tarball}'`,
    );
    expect(script).not.toBe(blocks);
    const { code, stdout, stderr } = await run(script);
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^cis: /m)]);
    expect(stdout).toContain('"status": "pending_approval"');
    expect(stdout).toContain('Our summer campaign starts on Monday.');
  });

  test('is copied by the instruction of docs/cli.md, file by file', async () => {
    const [, section] = readFileSync(join(ROOT, 'docs/cli.md'), 'utf8').split('\n## Teach an agent\n');
    const [, block] = /```text\n([\s\S]*?)```/.exec(section!)!;
    expect(await run(block!)).toMatchObject({ code: 0, stderr: '' });
    for (const file of FILES) {
      expect(readFileSync(join(folder, '.claude/skills', NAME, file), 'utf8')).toBe(textOf(file));
    }
    expect(existsSync(join(folder, '.claude/skills', NAME, NAME))).toBe(false);
  });

  test('repeats a draft with the same request id without a second effect', async () => {
    const draft = 'cis post "Said once" --to bluesky --draft --idempotency-key once';
    const [first, again] = [await run(draft), await run(draft)];
    expect(JSON.parse(again.stdout).id).toBe(JSON.parse(first.stdout).id);
  });

  test.each(['', '--at "in 2 hours"'])('creates nothing when cis would publish or schedule, with %j', async (time) => {
    const items = async () => JSON.parse((await run('cis content list --limit 100')).stdout).data.length;
    const files = async () => JSON.parse((await run('cis media list --limit 100')).stdout).media.length;
    const before = [await items(), await files()];
    const { code, stderr } = await run(`cis post "Never published" --to bluesky --image summer.jpg ${time}`);
    expect([code, stderr]).toEqual([2, expect.stringContaining('An agent key cannot publish or schedule')]);
    expect([await items(), await files()]).toEqual(before);
  });

  test('is right about what an agent key is rejected for', async () => {
    const duplicate = await run('cis post "Said once" --to bluesky --draft --idempotency-key another');
    expect([duplicate.code, duplicate.stderr]).toEqual([1, expect.stringMatching(/duplicate_content/)]);
    const reused = await run('cis post "Something else" --to bluesky --draft --idempotency-key once');
    expect([reused.code, reused.stderr]).toEqual([1, expect.stringContaining('idempotency_key_reused')]);
  });
});
