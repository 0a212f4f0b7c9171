import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { freePort } from '../local-stack/http.ts';
import { createChildProcesses } from './child-processes.ts';
import { createCommands, ownerEmail, type PrintedWorkspace } from './commands.ts';
import { findDeployedData } from './deployed-data.ts';
import { installEmulator, startEmulator } from './emulator.ts';
import { startPlatforms } from './platforms.ts';
import { hasRelease, inRelease, installRelease } from './released-version.ts';
import { rehearseUpgrade } from './upgrade.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Alarms and retained data, as in production. */
const SETTINGS = {
  hasAlarms: true,
  alarmEmail: 'oncall@example.com',
  emailSender: 'team@example.com',
  removal: 'retain',
  deletionProtection: true,
};

/** Of the update. A restored post is later by then, and the posts of the tests are not. */
const LATENESS_LIMIT_SECONDS = 120;

/**
 * The settings of the update, which removes the alarm address. Webhooks on every plan show that a changed setting
 * reaches the functions.
 */
const CHANGED_SETTINGS = {
  ...SETTINGS,
  alarmEmail: 'none',
  latenessLimitSeconds: LATENESS_LIMIT_SECONDS,
  webhookPlan: 'standard',
};

/** The rate limit of the standard workspace, so small that a slow machine reaches it within a minute. */
const REQUESTS_PER_MINUTE = 60;

/** The end-to-end tests that run again after the update, as a pattern of their titles. */
export const SHORTER_E2E_TITLES = [
  'an API key is exchanged',
  'webhook endpoints are registered',
  'an item with a future time',
];

export interface DeploySmokeTest {
  /** Run every step. Rejects at the first failure, after stopping everything it started. */
  run: () => Promise<void>;
  /** Abort; `run` rejects. */
  stop: () => void;
}

/**
 * Create the smoke test of a deployment to MiniStack with the CDK's command line, as docs/deploy.md describes.
 *
 * It deploys both stacks, runs the end-to-end tests, updates the stacks, destroys them, deploys them again on the
 * retained data and destroys them. Then it deploys the development stage, and a first member signs in. At last it deploys
 * the last release, this version over it, and the release again, under a request loop. `part` limits the run to this upgrade.
 * `folder` holds the virtual environment, the last release and the logs of the last run. `print` receives a line per step,
 * with the seconds since the start.
 */
export function createDeploySmokeTest(options: {
  folder: string;
  venv: string | undefined;
  part: 'upgrade' | undefined;
  print: (line: string) => void;
}): DeploySmokeTest {
  const beginMs = Date.now();
  const report = (step: string) => {
    const seconds = ((Date.now() - beginMs) / 1000).toFixed(1).padStart(6);
    options.print(`${seconds} s  ${step}`);
  };
  const folder = resolve(options.folder);
  const runFolder = join(folder, 'rehearsal');
  const env = environment();
  const children = createChildProcesses(ROOT, env);
  const steps = createCommands(children, runFolder);
  const cleanup: (() => unknown)[] = [];

  async function runSteps(): Promise<void> {
    rmSync(runFolder, { recursive: true, force: true });
    mkdirSync(runFolder, { recursive: true });
    report('install MiniStack in a virtual environment');
    const python = await installEmulator(children, folder, options.venv);
    const platforms = await startPlatforms(join(runFolder, 'simulator.sqlite'));
    cleanup.push(platforms.stop);
    const emulator = await startEmulator(python, await freePort(), runFolder, env);
    cleanup.push(emulator.stop);
    Object.assign(env, { AWS_ENDPOINT_URL: emulator.url, LOCAL_PORT: String(platforms.port) });
    report(`MiniStack at ${emulator.url}, simulated platforms at ${platforms.url}`);

    report('cdk bootstrap');
    await steps.bootstrap();
    if (options.part !== 'upgrade') await rehearseDeployment(platforms.url, emulator.url);
    await upgrade();
  }

  async function rehearseDeployment(platformsUrl: string, emulatorUrl: string): Promise<void> {
    report('npm run preflight');
    await steps.preflight();
    report('cdk deploy --all');
    await steps.deploy(SETTINGS);
    report('npm run workspace: create an enterprise and a standard workspace');
    const enterprise = await steps.createWorkspace('Smoke test', 'enterprise');
    const standard = await steps.createWorkspace('Small smoke test', 'standard');
    await steps.limit(standard.id, REQUESTS_PER_MINUTE);
    const testEnv = toTestEnvironment(enterprise, standard, platformsUrl);
    report(`end-to-end tests at ${enterprise.baseUrl}`);
    await steps.test(['test/e2e/api.test.ts'], testEnv);
    report('tests of the deployment: an EventBridge schedule, limits, redrives');
    await steps.rehearse('deployed', testEnv);
    report('the dashboard, the documentation and the API at the distribution of CloudFront');
    await steps.rehearse('site', testEnv);

    report('npm run certify -- aws');
    await steps.rehearse('certified', testEnv);

    report('disable the mapping of the stream, see the alarm on its silence, enable it');
    await steps.rehearse('stream-silence', testEnv);

    report('publish a post after a copy of the table, pause, and restore the post');
    await steps.rehearse('paused', testEnv);

    report('cdk deploy --all without the alarm address, which is rejected');
    await expectRejection(
      steps.deploy(CHANGED_SETTINGS),
      'confirmRemovalOf-alarmEmail cannot be deleted as it is in use',
    );
    report(`cdk deploy --all with changed settings: ${JSON.stringify(CHANGED_SETTINGS)}`);
    await steps.deploy(CHANGED_SETTINGS, 'confirmRemovalOf=alarmEmail');
    await steps.rehearse('updated', testEnv);
    report('resume: the restored post is too late');
    await steps.rehearse('resumed', testEnv);
    report('some of the end-to-end tests again');
    await steps.test(['test/e2e/api.test.ts', '-t', SHORTER_E2E_TITLES.join('|')], testEnv);

    const existingData = await findDeployedData(emulatorUrl);
    report('cdk destroy --all, which retains the table and the key');
    await steps.destroy();
    await steps.rehearse('destroyed', testEnv);

    report('cdk deploy --all with the retained table and key');
    const unprotected = { removal: 'destroy', deletionProtection: false };
    await steps.deploy({ ...CHANGED_SETTINGS, ...unprotected, existingData });
    await steps.rehearse('existing-data', testEnv);
    report('cdk destroy --all');
    await steps.destroy();
    await steps.rehearse('destroyed', testEnv);

    report('cdk deploy --all of development, whose settings are the defaults: it has no email sender');
    await steps.deployDevelopment();
    report('the first sign-in, a passkey, a second member and the first post');
    await steps.rehearse('development', {});
    report('cdk destroy --all of development');
    await steps.destroyDevelopment();
    await steps.rehearse('destroyed', {});
  }

  async function upgrade(): Promise<void> {
    if (!(await hasRelease(children))) {
      options.print('NOT REHEARSED: the upgrade needs the commit of the last release (git fetch --unshallow).');
      return;
    }
    report('install the last release');
    const release = await installRelease(children, join(folder, 'released'));
    const former = createCommands(inRelease(children, release), runFolder);
    await rehearseUpgrade({ former, next: steps, report });
  }

  return {
    run: async () => {
      try {
        await runSteps();
      } finally {
        for (const release of cleanup.splice(0).reverse()) await release();
        report('stopped everything it started');
      }
    },
    stop: children.stop,
  };
}

/** Expect a command to fail with `reason` in its output. Throws when it succeeds or fails for another reason. */
async function expectRejection(command: Promise<unknown>, reason: string): Promise<void> {
  const message = await command.then(
    () => 'The command succeeded.',
    (error: Error) => error.message,
  );
  // The command line of the CDK wraps long lines.
  if (message.replace(/\s+/g, ' ').includes(reason)) return;
  throw new Error(`The deployment was not rejected with “${reason}”: ${message}`);
}

/**
 * Build the environment of the child processes.
 *
 * It has no AWS variables of this process, which could lead to a real account, but the emulator's credentials. The
 * tools of this project come first in its PATH.
 */
function environment(): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(AWS|CDK|JOURNEY)_/.test(name));
  return {
    ...(Object.fromEntries(inherited) as Record<string, string>),
    PATH: [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  };
}

function toTestEnvironment(enterprise: PrintedWorkspace, standard: PrintedWorkspace, platformsUrl: string) {
  return {
    JOURNEY_BASE_URL: enterprise.baseUrl,
    JOURNEY_CLIENT_ID: enterprise.clientId,
    JOURNEY_CLIENT_SECRET: enterprise.clientSecret,
    JOURNEY_RECEIVER_URL: `${platformsUrl}/_inbox/journey`,
    JOURNEY_SIMULATOR_URL: platformsUrl,
    STANDARD_CLIENT_ID: standard.clientId,
    STANDARD_CLIENT_SECRET: standard.clientSecret,
    JOURNEY_EMAIL: ownerEmail('enterprise'),
    STANDARD_REQUESTS_PER_MINUTE: String(REQUESTS_PER_MINUTE),
    LATENESS_LIMIT_SECONDS: String(LATENESS_LIMIT_SECONDS),
  };
}
