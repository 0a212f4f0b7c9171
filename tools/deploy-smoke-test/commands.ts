import { join } from 'node:path';
import type { ChildProcesses } from './child-processes.ts';

/** The output of `npm run workspace -- create`. */
export interface PrintedWorkspace {
  baseUrl: string;
  id: string;
  clientId: string;
  clientSecret: string;
}

/** Return the address of the owner of the workspace that is created with a plan. */
export function ownerEmail(plan: string): string {
  return `${plan}@example.com`;
}

export type Commands = ReturnType<typeof createCommands>;

/** Create the commands of docs/deploy.md, each of which runs as documented. */
export function createCommands({ run }: ChildProcesses, folder: string) {
  const cdk = (verb: string, ...args: string[]) =>
    run('cdk', [verb, ...args, '--output', join(folder, 'cdk.out'), '--no-notices']);
  const LOCAL = ['-c', 'stage=local'];
  const UNATTENDED = ['--require-approval', 'never'];
  const npm = (script: string, args: string[]) => run('npm', ['run', '--silent', script, '--', ...args]);
  const test = (args: string[], env: Record<string, string>) =>
    run('vitest', ['run', '--bail', '1', ...args], { env, showOutput: true });

  return {
    bootstrap: () => cdk('bootstrap', 'aws://000000000000/us-east-1', ...LOCAL),
    preflight: () => npm('preflight', ['--stage', 'local']),
    deploy: (settings: object, ...context: string[]) => {
      const given = [`settings=${JSON.stringify(settings)}`, ...context].flatMap((each) => ['-c', each]);
      return cdk('deploy', '--all', ...UNATTENDED, ...LOCAL, ...given);
    },
    destroy: () => cdk('destroy', '--all', '--force', ...LOCAL),
    /** Deploy the development stage, which needs no option and no setting. */
    deployDevelopment: () => cdk('deploy', '--all', ...UNATTENDED),
    destroyDevelopment: () => cdk('destroy', '--all', '--force'),

    createWorkspace: async (name: string, plan: string): Promise<PrintedWorkspace> => {
      const args = ['create', '--name', name, '--plan', plan, '--email', ownerEmail(plan), '--stage', 'local'];
      return readPrinted(await npm('workspace', args));
    },

    limit: (workspaceId: string, requestsPerMinute: number) => {
      const args = ['limit', '--workspace', workspaceId, '--requests-per-minute', String(requestsPerMinute)];
      return npm('workspace', [...args, '--stage', 'local']);
    },

    /** Run tests with their output; the first failure ends the run. */
    test,
    /** Run the tests of the deployment in `<name>.rehearsal.ts`, likewise. */
    rehearse: (name: string, env: Record<string, string>) =>
      test(['--config', 'test/deploy-smoke/vitest.config.ts', name], env),
  };
}

/** Read what `npm run workspace -- create` has printed. Throws for a missing label. */
export function readPrinted(text: string): PrintedWorkspace {
  const value = (label: string) => {
    const found = new RegExp(`^${label} +(\\S+)$`, 'm').exec(text)?.[1];
    if (!found) throw new Error(`The command printed no ${label}.`);
    return found;
  };
  return {
    baseUrl: value('base url'),
    id: value('workspace'),
    clientId: value('client id'),
    clientSecret: value('client secret'),
  };
}
