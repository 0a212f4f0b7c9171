import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { freePort } from '../local-stack/http.ts';
import { createChildProcesses } from './child-processes.ts';
import { createCommands, type PrintedWorkspace } from './commands.ts';
import { installEmulator, startEmulator } from './emulator.ts';
import { startPlatforms } from './platforms.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * The alarms of production are deployed here too, as far as the emulator takes them. Its SES knows no sender.
 */
const SETTINGS = { hasAlarms: true, invitationSender: null };

/** What the update changes. That webhooks are for every plan now shows that settings reach the functions. */
const CHANGED_SETTINGS = { ...SETTINGS, latenessLimitSeconds: 3_600, webhookPlan: 'standard' };

/** What of the journey is run again after the update, by the names of its tests. */
const SHORTER_E2E_SETTINGS = 'a key is exchanged|webhook endpoints are registered|an item with a time ahead';

export interface DeploySmokeTest {
  /** Runs the whole rehearsal. Rejects, with everything ended again, at the first thing that fails. */
  run: () => Promise<void>;
  /** Breaks off; `run` then rejects. */
  stop: () => void;
}

/**
 * Deploys the stack to MiniStack with the CDK's own command line, as the documentation tells people to do it
 * on AWS; goes through the journey there, updates, and removes it. `folder` keeps the virtual environment
 * and, of the last rehearsal, the logs. `print` is told of each step, with the seconds since the start.
 */
export function createDeploySmokeTest(options: {
  folder: string;
  venv: string | undefined;
  print: (line: string) => void;
}): DeploySmokeTest {
  const beginMs = Date.now();
  const say = (step: string) => {
    const seconds = ((Date.now() - beginMs) / 1000).toFixed(1).padStart(6);
    options.print(`${seconds} s  ${step}`);
  };
  const folder = resolve(options.folder);
  const here = join(folder, 'rehearsal');
  const env = environment();
  const children = createChildProcesses(ROOT, env);
  const steps = createCommands(children, here);
  const cleanup: (() => unknown)[] = [];

  async function rehearse(): Promise<void> {
    rmSync(here, { recursive: true, force: true });
    mkdirSync(here, { recursive: true });
    say('emulator: a virtual environment with MiniStack');
    const python = await installEmulator(children, folder, options.venv);
    const platforms = await startPlatforms(join(here, 'simulator.sqlite'));
    cleanup.push(platforms.stop);
    const emulator = await startEmulator(python, await freePort(), here, env);
    cleanup.push(emulator.stop);
    Object.assign(env, { AWS_ENDPOINT_URL: emulator.url, LOCAL_PORT: String(platforms.port) });
    say(`MiniStack at ${emulator.url}, the simulated platforms at ${platforms.url}`);

    say('cdk bootstrap');
    await steps.bootstrap();
    say('cdk deploy');
    await steps.deploy(SETTINGS);
    say('npm run workspace: an enterprise workspace, and a standard one');
    const enterprise = await steps.createWorkspace('Rehearsal', 'enterprise');
    const standard = await steps.createWorkspace('Small rehearsal', 'standard');
    const place = placeOf(enterprise, standard, platforms.url);
    say(`the journey, at ${enterprise.baseUrl}, beginning with three accounts`);
    await steps.test(['test/e2e/api.test.ts'], place);
    say('what only a deployment can show: a timer of EventBridge, limits, redrives');
    await steps.test(['--config', 'test/deploy-smoke/vitest.config.ts', 'deployed'], place);

    say(`cdk deploy with changed settings: ${JSON.stringify(CHANGED_SETTINGS)}`);
    await steps.deploy(CHANGED_SETTINGS);
    await steps.test(['--config', 'test/deploy-smoke/vitest.config.ts', 'updated'], place);
    say('the journey again, shorter');
    await steps.test(['test/e2e/api.test.ts', '-t', SHORTER_E2E_SETTINGS], place);

    say('cdk destroy');
    await steps.destroy();
    await steps.test(['--config', 'test/deploy-smoke/vitest.config.ts', 'destroyed'], place);
  }

  return {
    run: async () => {
      try {
        await rehearse();
      } finally {
        for (const undo of cleanup.splice(0).reverse()) await undo();
        say('everything started here has ended');
      }
    },
    stop: children.stop,
  };
}

/**
 * This process's environment without anything that could lead to a real account, with the emulator's
 * pretended one, and with the tools of this project before others.
 */
function environment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(AWS|CDK|JOURNEY)_/.test(name));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
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

function placeOf(enterprise: PrintedWorkspace, standard: PrintedWorkspace, platformsUrl: string) {
  return {
    JOURNEY_BASE_URL: enterprise.baseUrl,
    JOURNEY_CLIENT_ID: enterprise.clientId,
    JOURNEY_CLIENT_SECRET: enterprise.clientSecret,
    JOURNEY_RECEIVER_URL: `${platformsUrl}/_inbox/journey`,
    JOURNEY_SIMULATOR_URL: platformsUrl,
    STANDARD_CLIENT_ID: standard.clientId,
    STANDARD_CLIENT_SECRET: standard.clientSecret,
  };
}
