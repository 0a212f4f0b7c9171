import { spawn } from 'node:child_process';
import { installServers, NETWORK, SERVERS } from '../tools/real/install.ts';
import { findDatabasePrograms } from '../tools/real/network/databases.ts';

const USAGE = `npm run real                  every suite, with a fault trial of 1,000 posts
npm run real -- all 50        every suite, with a fault trial of 50 posts
npm run real -- trial 100     only the fault trial, with 100 posts
npm run real -- network       metrics, comments and mentions; needs PostgreSQL and Redis
npm run real -- install       only installs the servers (372 MB)`;

const [command = 'all', count = '1000', ...rest] = process.argv.slice(2);
const posts = Number(count);

const isCommand = ['all', 'trial', 'network', 'install'].includes(command);
if (!isCommand || !(Number.isInteger(posts) && posts > 0) || rest.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
try {
  // Before the installation, which takes minutes.
  if (command === 'network') findDatabasePrograms();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
try {
  await installServers(command === 'network' ? NETWORK : SERVERS);
} catch (error) {
  console.error(`The packages of the real servers were not installed: ${(error as Error).message}`);
  process.exit(1);
}
if (command !== 'install') {
  const project = command === 'network' ? 'real-network' : 'real';
  const files = command === 'trial' ? ['test/real/fault-trial.test.ts'] : [];
  const env = { ...process.env, TRIAL_POSTS: String(posts) };
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files];
  spawn(process.execPath, args, { env, stdio: 'inherit' }).once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
