import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installInVenv } from '../python/virtual-environment.ts';
import { installGoProgram, LAMBDA_RIE, VERSITYGW } from './go-program.ts';
import { installServers, NETWORK, SERVERS } from './install.ts';
import { installMinistack, withMinistack } from './ministack.ts';
import { findDatabasePrograms } from './network/databases.ts';
import { serveBluesky } from './serve-bluesky.ts';

/** Begins the line that names a suite whose parts cannot be installed. */
export const NOT_RUN = 'NOT RUN';

/** The packages of an authorization server (3 MB). */
const OAUTH = join(import.meta.dirname, 'oauth');
/** The conformance suite and the inspector of MCP, and the client of the AI SDK (149 MB). */
export const MCP = join(import.meta.dirname, 'mcp');
/** The reference library of Agent Skills, which validates a skill. A new installation of the packages removes it. */
const SKILLS_REF = ['skills-ref==0.1.1', 'click==8.3.1', 'strictyaml==1.7.3'];
export const SKILLS_REF_FOLDER = join(MCP, 'node_modules/.skills-ref');
/** AWS's runtime interface client for Node.js (40 MB), which is compiled: a minute of CPU time. */
export const LAMBDA = join(import.meta.dirname, 'lambda');

/** Runs tests with further variables of the environment. Returns whether they have passed. */
export type RunTests = (args: string[], environment?: Record<string, string>) => Promise<boolean>;

/** Tests on parts that others wrote. */
export interface Suite {
  /** Install the parts, unless they are installed. Throws with the reason when they cannot be. */
  install(): Promise<void>;
  run(runTests: RunTests): Promise<boolean>;
}

/** The end-to-end tests of the table: requests, publishing, faults and streams. */
const TABLE_TESTS = ['api', 'publishing', 'faults'];

const bluesky = (...files: string[]): Suite => ({
  install: () => installServers(SERVERS),
  run: (runTests) => runTests(['--project', 'real', ...files]),
});
const part = (install: () => Promise<void>, ...names: string[]): Suite => ({
  install,
  run: (runTests) => runTests(['--project', 'real-parts', ...names.map((name) => `test/real/parts/${name}.test.ts`)]),
});

/** The suites by their names on the command line. */
export const SUITES: Record<string, Suite> = {
  all: bluesky(),
  trial: bluesky('test/real/fault-trial.test.ts'),
  server: {
    install: () => installServers(SERVERS),
    async run() {
      await serveBluesky(console.log);
      return true;
    },
  },
  network: {
    async install() {
      // Before the installation, which takes minutes.
      findDatabasePrograms();
      await installServers(NETWORK);
    },
    run: (runTests) => runTests(['--project', 'real-network']),
  },
  s3: part(() => installGoProgram(VERSITYGW), 's3'),
  oauth: part(() => installServers(OAUTH), 'oauth'),
  mcp: part(
    async () => {
      await installServers(MCP);
      await installInVenv(promisify(execFile), SKILLS_REF_FOLDER, SKILLS_REF, 'agentskills');
    },
    'mcp',
    'mcp-events',
  ),
  lambda: part(async () => {
    findBuildPrograms();
    await installGoProgram(LAMBDA_RIE);
    await installServers(LAMBDA, { runsScripts: true });
  }, 'lambda'),
  table: {
    async install() {
      await installMinistack();
    },
    async run(runTests) {
      let passed = await runTests(['--project', 'real-parts', 'test/real/parts/table.test.ts']);
      // The name of the table is fixed, so each file has a MiniStack of its own.
      for (const name of TABLE_TESTS) {
        const runFile = (url: string) =>
          runTests(['--project', 'service', `test/e2e/${name}.test.ts`], { AWS_ENDPOINT_URL_DYNAMODB: url });
        passed = (await withMinistack(runFile)) && passed;
      }
      return passed;
    },
  },
};

/** Throw with the programs that the runtime interface client is compiled with, and that are missing. */
function findBuildPrograms(): void {
  const missing = ['autoconf', 'automake', 'libtoolize', 'cmake', 'make', 'g++', 'python3'].filter((program) => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  throw new Error(
    `these programs are missing: ${missing.join(', ')}. On Debian: apt-get install autoconf automake libtool cmake g++`,
  );
}
