import { describe, expect, it } from 'vitest';
import { useRunningService } from '../../e2e/running-service.ts';
import { runWorkspace } from './run-workspace.ts';

const { service, folder } = useRunningService();

const workspace = (...args: string[]) => runWorkspace(folder, ...args);

/** Exchange the token of the printed link, as the dashboard does. Returns the status of the response. */
async function exchange(stdout: string): Promise<number> {
  const link = new URL(/^sign-in link +(\S+)$/m.exec(stdout)![1]!);
  expect(link.origin + link.pathname).toBe(`${new URL(service.baseUrl).origin}/app/`);
  const token = new URLSearchParams(link.hash.split('?')[1]).get('token');
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  };
  return (await fetch(`${service.baseUrl}/auth/sessions`, init)).status;
}

describe('the sign-in links of the local service', () => {
  it('are printed by workspace create and by workspace sign-in-link, and work once', async () => {
    const created = await workspace('create', '--name', 'Acme', '--plan', 'standard', '--email', 'first@example.com');
    expect([created.code, created.stderr]).toEqual([0, '']);
    const printed = await workspace('sign-in-link', '--email', 'First@Example.com');
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    expect(printed.stdout).toMatch(/^workspace +ws_\w+ \(Acme\)$/m);
    expect(printed.stdout).toContain('works once, for 15 minutes');
    expect([await exchange(printed.stdout), await exchange(printed.stdout)]).toEqual([201, 404]);
    expect(await exchange(created.stdout)).toBe(404);
    const again = await workspace('create', '--name', 'Beta', '--plan', 'standard', '--email', 'first@example.com');
    expect(await exchange(again.stdout)).toBe(201);
  });

  it('are not created for the email address of no member', async () => {
    const { code, stdout, stderr } = await workspace('sign-in-link', '--email', 'stranger@example.com');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('No workspace of this stage has a member with the email address stranger@example.com.\n');
  });

  it.each([
    ['no address', [], '--email: '],
    ['an address that is none', ['--email', 'a'], '--email: must be an email address'],
    ['an unknown option', ['--email', 'a@example.com', '--days', '3'], "Unknown option '--days'"],
  ])('with %s exit with 2 and print the usage', async (_, args, said) => {
    const { code, stderr } = await workspace('sign-in-link', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(stderr).toContain('Usage: npm run workspace -- sign-in-link --email <member>');
  });
});
