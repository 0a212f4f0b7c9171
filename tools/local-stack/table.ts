import { homedir } from 'node:os';
import { join } from 'node:path';
import { installMinistack, MINISTACK } from '../python/ministack.ts';
import { startDynoxide } from './dynoxide.ts';
import { startMinistack } from './ministack.ts';
import { commandsIn, findPrograms, installDynoxide } from './table-programs.ts';
import type { TableServer } from './table-server.ts';
import {
  chooseTable,
  DYNOXIDE_VERSION,
  dynoxidePackage,
  ENDPOINT_VARIABLE,
  type Machine,
  type TableSource,
} from './table-source.ts';

type Log = (line: string) => void;

/** Where to look for a table. */
export interface TableSearch {
  /** The system; default: that of this process. */
  machine?: Machine;
  /** The folder of programs that a start installs; default: one for all checkouts of the user. */
  cache?: string;
  /** The environment of npm and Python, which may name a DynamoDB to use; default: that of this process. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Find the table of the local service: that of `AWS_ENDPOINT_URL_DYNAMODB`, dynoxide, or MiniStack. Installs a program that
 * is missing, which `log` says. Throws with the commands to run when there is no table.
 */
export async function findTable(log: Log, search: TableSearch = {}): Promise<TableSource> {
  const { machine = process, env = process.env } = search;
  const cache = search.cache ?? join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'content-intelligence-service');
  const run = commandsIn(env);
  const found = findPrograms(machine, cache);
  for (;;) {
    const choice = chooseTable(machine, found, env[ENDPOINT_VARIABLE]);
    if ('use' in choice) return choice;
    if ('unavailable' in choice) throw new Error(choice.unavailable);
    const program = choice.install;
    const name = program === 'dynoxide' ? `${dynoxidePackage(machine)}@${DYNOXIDE_VERSION}` : MINISTACK;
    const reason = found.failures.dynoxide ? ` dynoxide: ${found.failures.dynoxide}` : '';
    log(`The table of the local service needs ${name}, which is now installed into ${cache}.${reason}`);
    try {
      found[program] =
        program === 'dynoxide' ? await installDynoxide(run, machine, cache) : await installMinistack(run, cache);
    } catch (error) {
      found.failures[program] = (error as Error).message;
    }
  }
}

/** Find the table of the local service and start it, with its data in a folder. Throws as `findTable`. */
export async function startTable(folder: string, log: Log, search: TableSearch = {}): Promise<TableServer> {
  const source = await findTable(log, search);
  if (source.use === 'url') return { endpoint: source.url, stop: async () => {} };
  if (source.use === 'dynoxide') return startDynoxide(folder, log, source.program);
  log('The table is in the memory of MiniStack. docs/machines.md says what a crash loses.');
  return startMinistack(source.python, folder, log);
}
