import { workspaceCommand } from '../cli/workspace-command.ts';
import type { Credentials } from '../local-stack/demo.ts';

/**
 * Create a stage key of the local service in a folder. Returns its credentials. The command selects the table of the service
 * by the environment, which is as before afterwards: the next test of a process starts another service.
 */
export async function newStageKeyOf(folder: string): Promise<Credentials> {
  const before = { ...process.env };
  try {
    const context = { folder, print: () => {}, warn: () => {} };
    return JSON.parse(await workspaceCommand(['stage-key', '--name', 'Conformance', '--json'], context)) as Credentials;
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
