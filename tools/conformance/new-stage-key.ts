import { workspaceCommand } from '../cli/workspace-command.ts';
import type { Credentials } from '../local-stack/demo.ts';

/** Create a stage key of the local service in a folder. Returns its credentials. */
export async function newStageKeyOf(folder: string): Promise<Credentials> {
  const context = { folder, print: () => {}, warn: () => {} };
  return JSON.parse(await workspaceCommand(['stage-key', '--name', 'Conformance', '--json'], context)) as Credentials;
}
