import { spawn } from 'node:child_process';
import { installServers } from '../tools/real/install.ts';

const USAGE = `npm run real                  every suite, with a fault trial of 1,000 posts
npm run real -- all 50        every suite, with a fault trial of 50 posts
npm run real -- trial 100     only the fault trial, with 100 posts
npm run real -- install       only installs the servers (372 MB)`;

const [command = 'all', count = '1000', ...rest] = process.argv.slice(2);
const posts = Number(count);

if (!['all', 'trial', 'install'].includes(command) || !(Number.isInteger(posts) && posts > 0) || rest.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
try {
  await installServers();
} catch (error) {
  console.error(`The packages of the real servers were not installed: ${(error as Error).message}`);
  process.exit(1);
}
if (command !== 'install') {
  const files = command === 'trial' ? ['test/real/fault-trial.test.ts'] : [];
  const env = { ...process.env, TRIAL_POSTS: String(posts) };
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'real', ...files];
  spawn(process.execPath, args, { env, stdio: 'inherit' }).once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}
