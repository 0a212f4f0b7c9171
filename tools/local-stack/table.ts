import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { installMinistack, MINISTACK } from '../python/ministack.ts';
import { startDynoxide } from './dynoxide.ts';
import { startMinistack } from './ministack.ts';
import { commandsIn, findProgram, installDynoxide } from './table-programs.ts';
import { type TableServer, waitForTable } from './table-server.ts';
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
  const cache = search.cache ?? join(cacheHome(env), 'content-intelligence-service');
  const run = commandsIn(env);
  const found = await findProgram(run, machine, cache);
  for (;;) {
    const choice = chooseTable(machine, found, env[ENDPOINT_VARIABLE]);
    if ('use' in choice) return choice;
    if ('unavailable' in choice) throw new Error(choice.unavailable);
    const program = choice.install;
    assertWritable(cache);
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

/** Return the folder of the caches of the user. The XDG specification ignores a relative one. */
function cacheHome({ XDG_CACHE_HOME: home = '' }: NodeJS.ProcessEnv): string {
  return isAbsolute(home) ? home : join(homedir(), '.cache');
}

function assertWritable(cache: string): void {
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
  } catch (error) {
    const advice = 'Name a folder that you can write to: XDG_CACHE_HOME=/path/to/folder npm start';
    throw new Error(`The table of the local service cannot be installed: ${(error as Error).message}. ${advice}`);
  }
}

/** Find the table of the local service and start it, with its data in a folder. Throws as `findTable`. */
export async function startTable(folder: string, log: Log, search: TableSearch = {}): Promise<TableServer> {
  const source = await findTable(log, search);
  if (source.use === 'url') return connect(source.url);
  if (source.use === 'dynoxide') return startDynoxide(folder, log, source.program);
  log('The table is in the memory of MiniStack. docs/machines.md says what a crash loses.');
  return startMinistack(source.python, folder, log);
}

/** A DynamoDB that was started a moment ago takes some seconds to respond. */
const CONNECT_DEADLINE_MS = 20_000;

async function connect(url: string): Promise<TableServer> {
  if (URL.parse(url)?.protocol !== 'http:') {
    throw new Error(`${ENDPOINT_VARIABLE} must be a URL with http, such as http://127.0.0.1:8000; it is ${url}.`);
  }
  await waitForTable(url, CONNECT_DEADLINE_MS).catch((cause: Error) => {
    throw new Error(`${ENDPOINT_VARIABLE}: no DynamoDB responds at ${url}.`, { cause });
  });
  return { endpoint: url, stop: async () => {} };
}
