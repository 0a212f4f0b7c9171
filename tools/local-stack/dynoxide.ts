import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from './http.ts';
import { findInstalledDynoxide } from './table-programs.ts';
import { type TableServer, waitForTable } from './table-server.ts';
import { deleteExpiredItems } from './ttl-reaper.ts';

const SWEEP_MS = 5_000;
const TRIM_MS = 60_000;
/** DynamoDB keeps a stream record for 24 hours. */
const STREAM_RETENTION_SECONDS = 24 * 3600;

/**
 * The shell holds the other end of the pipe, so that the database stops with this process even after SIGKILL;
 * dynoxide alone would keep running as an orphan. It is killed with SIGKILL because its file survives that,
 * while its own shutdown waits for open connections.
 */
const SUPERVISOR_SOURCE = `exec 3<&0; "$0" "$@" </dev/null 3<&- & child=$!
{ read -r _ <&3; kill -9 $child; } 2>/dev/null & keeper=$!
wait $child; code=$?; kill $keeper 2>/dev/null; exit $code`;

/**
 * Start the embedded DynamoDB on `<folder>/table.sqlite` and keep it running on one port: a crash restarts it
 * (version 1.2.1 aborts on some malformed projections). Also does what it leaves undone: it indexes and trims the
 * stream log, without which every write grows slower, and it deletes items whose time to live has passed.
 *
 * `binary` is the path of its program; default: the one that `npm ci` installed. Throws when it installed none.
 */
export async function startDynoxide(
  folder: string,
  log: (line: string) => void,
  binary = findInstalledDynoxide(),
): Promise<TableServer> {
  if (binary === undefined) throw new Error('The package of dynoxide for this system is not installed.');
  const path = join(folder, 'table.sqlite');
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const running: { child?: ChildProcess; stopped: boolean } = { stopped: false };

  const launch = () => {
    const flags = ['serve', '--port', String(port), '--db-path', path];
    const child = spawn('/bin/sh', ['-c', SUPERVISOR_SOURCE, binary, ...flags], {
      // Its own process group: a Ctrl-C in the terminal must not kill it under functions that are finishing.
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let lastWords = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      lastWords = chunk.toString().slice(-500);
    });
    child.stdin?.on('error', () => {});
    child.on('exit', (code) => {
      child.stdin?.destroy();
      if (running.stopped) return;
      log(`DynamoDB ended (code ${code}) and is started again. ${lastWords.trim()}`);
      setTimeout(() => running.stopped || launch(), 50);
    });
    running.child = child;
  };

  const stop = async () => {
    running.stopped = true;
    const { child } = running;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resume) => child.once('exit', resume));
    child.stdin?.destroy();
    await gone;
  };

  launch();
  try {
    await waitForTable(endpoint);
    indexStreamLog(path);
  } catch (error) {
    await stop();
    throw error;
  }
  let isSweeping = false;
  const sweeper = setInterval(() => {
    if (isSweeping) return;
    isSweeping = true;
    deleteExpiredItems(path, endpoint, Date.now())
      .catch((error) => running.stopped || log(`could not delete what has expired: ${error}`))
      .finally(() => {
        isSweeping = false;
      });
  }, SWEEP_MS);
  const trimmer = setInterval(() => trimStreamLog(path, log), TRIM_MS);
  return {
    endpoint,
    stop: async () => {
      clearInterval(sweeper);
      clearInterval(trimmer);
      await stop();
    },
  };
}

/** Without these, dynoxide 1.2.1 reads the whole stream log for each write. */
function indexStreamLog(path: string): void {
  withFile(path, (file) =>
    file.exec(`
      CREATE INDEX IF NOT EXISTS local_stream_by_table
        ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE INDEX IF NOT EXISTS local_stream_by_shard
        ON _stream_records (table_name, shard_id, CAST(sequence_number AS INTEGER));
    `),
  );
}

/** Delete the oldest records past retention, a few at a time; the newest row stays, it carries the sequence. */
function trimStreamLog(path: string, log: (line: string) => void): void {
  try {
    withFile(path, (file) =>
      file
        .prepare(
          `DELETE FROM _stream_records WHERE id IN (SELECT id FROM _stream_records ORDER BY id LIMIT 2000)
             AND created_at < ? AND id < (SELECT MAX(id) FROM _stream_records)`,
        )
        .run(Math.floor(Date.now() / 1000) - STREAM_RETENTION_SECONDS),
    );
  } catch (error) {
    log(`could not trim the stream log: ${error}`);
  }
}

function withFile(path: string, work: (file: DatabaseSync) => void): void {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  try {
    work(file);
  } finally {
    file.close();
  }
}
