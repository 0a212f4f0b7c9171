import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort } from '../../local-stack/http.ts';

const START_DEADLINE_MS = 60_000;
/** PostgreSQL does not run as root. Its packages create this user. */
const UNPRIVILEGED_USER = 'postgres';

const PROGRAMS = ['initdb', 'postgres', 'redis-server'] as const;
type Program = (typeof PROGRAMS)[number];

/** A PostgreSQL and a Redis of their own, on loopback. */
export interface Databases {
  postgresUrl: string;
  /** `host:port` */
  redisHost: string;
  stop(): Promise<void>;
}

/** Find the programs of PostgreSQL and Redis. Throws with the names of the missing ones. */
export function findDatabasePrograms(path = process.env.PATH ?? ''): Record<Program, string> {
  // Debian keeps the server's programs outside the path, one folder per version.
  const folders = [...path.split(delimiter), ...globSync('/usr/lib/postgresql/*/bin').sort().reverse()];
  const found = PROGRAMS.map((name) => [name, folders.map((each) => join(each, name)).find(existsSync)] as const);
  const missing = found.flatMap(([name, file]) => (file === undefined ? [name] : []));
  if (missing.length === 0) return Object.fromEntries(found) as Record<Program, string>;
  throw new Error(
    `The network needs PostgreSQL and Redis. Not installed: ${missing.join(', ')}. On Debian: apt-get install postgresql redis-server`,
  );
}

/** Start PostgreSQL and Redis with data in a folder, on free ports of loopback. Throws when one of them does not start. */
export async function startDatabases(folder: string): Promise<Databases> {
  const programs = findDatabasePrograms();
  const identity = unprivilegedIdentity();
  const data = join(folder, 'postgres');
  mkdirSync(data);
  if (identity) {
    chmodSync(folder, 0o711);
    chownSync(data, identity.uid, identity.gid);
  }
  const [postgresPort, redisPort] = [await freePort(), await freePort()];
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'];
  execFileSync(programs.initdb, [...options, '-D', data], { ...identity, cwd: data, stdio: 'pipe' });
  const address = ['-h', '127.0.0.1', '-p', String(postgresPort), '-k', ''];
  const postgres = spawn(programs.postgres, ['-D', data, '-F', ...address], { ...identity, cwd: data });
  const redisOptions = ['--bind', '127.0.0.1', '--port', String(redisPort), '--save', '', '--dir', folder];
  const redis = spawn(programs['redis-server'], redisOptions);
  const servers = [postgres, redis];
  const killAll = () => servers.forEach((server) => void server.kill('SIGINT'));
  process.once('exit', killAll);
  const stop = async () => {
    process.off('exit', killAll);
    await Promise.all(servers.map(end));
  };
  try {
    await Promise.all(servers.map(untilReady));
  } catch (error) {
    await stop();
    throw error;
  }
  const postgresUrl = `postgres://postgres@127.0.0.1:${postgresPort}/postgres`;
  return { postgresUrl, redisHost: `127.0.0.1:${redisPort}`, stop };
}

/** Return the identity under which PostgreSQL runs; undefined for the present one. */
function unprivilegedIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((option) => Number(execFileSync('id', [option, UNPRIVILEGED_USER])));
  return { uid: uid!, gid: gid! };
}

async function untilReady(server: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${server.spawnfile} did not start:\n${output}`));
    const timer = setTimeout(fail, START_DEADLINE_MS);
    server.once('exit', fail).once('error', fail);
    for (const stream of [server.stdout!, server.stderr!]) {
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-10_000);
        if (!/ready to accept connections/i.test(output)) return;
        clearTimeout(timer);
        resolve();
      });
    }
  });
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  // The fast shutdown of PostgreSQL: ends open connections. SIGKILL would leave its child processes.
  server.kill('SIGINT');
  await ended;
}
