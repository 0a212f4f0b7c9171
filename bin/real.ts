import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { NOT_RUN, type RunTests, SUITES } from '../tools/real/suites.ts';

const USAGE = `npm run real                  every suite of Bluesky, with a fault trial of 1,000 posts
npm run real -- all 50        every suite of Bluesky, with a fault trial of 50 posts
npm run real -- trial 100     only the fault trial, with 100 posts
npm run real -- server        no test: runs a Bluesky server with an account, for npm start -- --real bluesky
npm run real -- network       metrics, comments and mentions; needs PostgreSQL and Redis
npm run real -- s3            the code for S3 on versitygw; needs Go
npm run real -- oauth         the connectors on oidc-provider
npm run real -- mcp           the MCP server with its conformance suite, the inspector and the AI SDK
npm run real -- lambda        every function under AWS's runtime interface emulator and client; needs Go and a C++ compiler
npm run real -- table         end-to-end tests on MiniStack's table; needs Python
npm run real -- install s3    only installs what a suite needs`;

const [command = 'all', given, ...rest] = process.argv.slice(2);
const isInstallOnly = command === 'install';
const name = isInstallOnly ? (given ?? 'all') : command;
const posts = isInstallOnly || given === undefined ? 1000 : Number(given);
const suite = Object.hasOwn(SUITES, name) ? SUITES[name] : undefined;
const takesPosts = ['all', 'trial', 'install'].includes(command);

if (!suite || !(Number.isInteger(posts) && posts > 0) || (given !== undefined && !takesPosts) || rest.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
try {
  await suite.install();
} catch (error) {
  console.error(`${NOT_RUN}: npm run real -- ${name}: ${(error as Error).message}`);
  process.exit(1);
}

const runTests: RunTests = async (args, environment = {}) => {
  const env = { ...process.env, TRIAL_POSTS: String(posts), ...environment };
  const tests = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args], { env, stdio: 'inherit' });
  const [code] = await once(tests, 'exit');
  return code === 0;
};
if (!isInstallOnly && !(await suite.run(runTests))) process.exitCode = 1;
