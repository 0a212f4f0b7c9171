import { describe, expect, it } from 'vitest';
import { until } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';
import { runWorkspace } from './run-workspace.ts';

const { api, folder } = useRunningService();

const run = (...args: string[]) => runWorkspace(folder, ...args);

const halts = async () => JSON.parse((await api('GET', '/halts')).text).halts as { id: string; created_by: string }[];

describe('workspace halt and resume', () => {
  it('halt every workspace of the stage, also one that was created since, and resume all', async () => {
    const first = await run('halt', '--reason', 'Wrong ids.');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^Publishing is halted in [1-9]\d* workspaces/);
    expect(await halts()).toMatchObject([{ created_by: 'operator', reason: 'Wrong ids.' }]);
    const created = await run('create', '--name', 'New', '--plan', 'standard', '--email', 'new@example.com');
    expect(created.code).toBe(0);
    expect((await run('halt', '--reason', 'Wrong ids.')).stdout).toContain('Publishing is halted in 1 workspaces');
    const resumed = await run('resume', '--spread-minutes', '60');
    expect(resumed.stdout).toContain('are published within 60 minutes in each workspace');
    expect(await halts()).toEqual([]);
    await until('the entry of the audit log', async () =>
      (await api('GET', '/audit')).text.includes('workspace.resume'),
    );
    expect((await run('resume', '--missed', 'mark-missed')).stdout).toContain('Publishing is resumed in 0 workspaces.');
  });

  it.each([
    ['no reason', ['halt'], '--reason'],
    ['a time above a day', ['resume', '--spread-minutes', '1441'], '--spread-minutes: must be 0 to 1440'],
    ['an invalid label', ['halt', '--reason', 'Wrong ids.', '--label', 'a b'], '--label: Must be 1 to 40 letters'],
    ['an unknown policy', ['resume', '--missed', 'drop'], '--missed: must be publish or mark-missed'],
  ])('reject %s with exit code 2, the reason and the usage', async (_, args, said) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain(`Usage: npm run workspace -- ${args[0]}`);
  });
});
