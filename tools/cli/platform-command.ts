import * as z from 'zod/mini';
import { encryptAppSecret } from '../../lib/accounts/credentials/app-credentials.ts';
import type { PlatformApp } from '../../lib/accounts/rules/connect/platform-app.ts';
import { deletePlatformAppWrite, loadPlatformApps, platformAppWrite } from '../../lib/accounts/store/platform-apps.ts';
import { printable } from '../../lib/core/api/request-fields.ts';
import { ConflictError } from '../../lib/core/retry/conflict.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { CONNECTORS } from '../../lib/platforms/adapters.ts';
import { type Platform, resolveAlias } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { parseArguments, parseOptions, UsageError } from './arguments.ts';
import type { Question } from './ask.ts';
import { useTarget } from './target.ts';

const STAGE_USAGE = '[--stage <stage>]';
const CONNECTABLE = (Object.keys(CONNECTORS) as Platform[]).filter((name) => !CONNECTORS[name]!.clientIdOf).sort();
const NAMES = CONNECTABLE.join('|');
const USAGE = [
  `Usage: npm run platform -- set ${NAMES} [--scopes <scope>,<scope>] ${STAGE_USAGE}`,
  `       npm run platform -- list ${STAGE_USAGE}`,
  `       npm run platform -- remove ${NAMES} ${STAGE_USAGE}`,
  'set reads the client id and the client secret from the terminal, or as two lines from standard input.',
].join('\n');

const stage = z.optional(z.string());
const scopes = z.optional(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(',')),
    ),
    z.array(printable(100)).check(z.minLength(1), z.maxLength(50)),
  ),
);
const TargetOptions = z.strictObject({ stage });
const SetOptions = z.strictObject({ stage, scopes });

/** The context of a command besides its arguments. */
export interface PlatformCliContext {
  /** The folder of the local service, which is the target without a stage. */
  folder: string;
  /** Reads the responses to questions. */
  ask: (questions: readonly Question[]) => Promise<string[]>;
}

/**
 * Run `platform set …`, `list` or `remove …`: the credentials of the stage as an app of a platform. Returns the text to
 * print, which never has a secret. Throws a UsageError for invalid arguments.
 */
export async function platformCommand(args: string[], context: PlatformCliContext): Promise<string> {
  const [verb, ...rest] = args;
  if (verb === 'set') return setApp(rest, context);
  if (verb === 'list') return listApps(rest, context);
  if (verb === 'remove') return removeApp(rest, context);
  throw new UsageError(USAGE);
}

async function setApp([name, ...rest]: string[], { folder, ask }: PlatformCliContext): Promise<string> {
  const platform = parsePlatform(name);
  const options = parseOptions(SetOptions, parseArguments(rest, ['stage', 'scopes'], USAGE), USAGE);
  const { baseUrl } = await useTarget({ stage: options.stage, folder });
  const { displayName } = PLATFORM_TABLE[platform];
  const [clientId = '', clientSecret = ''] = await ask([
    { text: `Client id of the app on ${displayName}` },
    { text: 'Client secret (empty for a public client)', isSecret: true },
  ]);
  assertPrintable('client id', clientId, 200);
  if (clientSecret !== '') assertPrintable('client secret', clientSecret, 400);
  const app: PlatformApp = {
    platform,
    client_id: clientId,
    encrypted_secrets: await encryptAppSecret(clientSecret === '' ? null : clientSecret, { platform }),
    scopes: options.scopes ?? null,
    updated_at: formatInstant(Date.now()),
  };
  await commit([platformAppWrite(app)]);
  return [
    `Accounts on ${displayName} are now connected through the app ${clientId}.`,
    `Its redirect URI must be ${baseUrl}/connect/callback, registered in the developer console.`,
    'Connected accounts keep the app with which they were connected; reconnect them before its secret becomes invalid.',
  ].join('\n');
}

async function listApps(args: string[], { folder }: PlatformCliContext): Promise<string> {
  const options = parseOptions(TargetOptions, parseArguments(args, ['stage'], USAGE), USAGE);
  await useTarget({ stage: options.stage, folder });
  const apps = new Map((await loadPlatformApps()).map((app) => [app.platform, app]));
  return CONNECTABLE.map((platform) => `${platform.padEnd(12)}${describe(apps.get(platform))}`).join('\n');
}

async function removeApp([name, ...rest]: string[], { folder }: PlatformCliContext): Promise<string> {
  const platform = parsePlatform(name);
  const options = parseOptions(TargetOptions, parseArguments(rest, ['stage'], USAGE), USAGE);
  await useTarget({ stage: options.stage, folder });
  try {
    await commit([deletePlatformAppWrite(platform)]);
  } catch (error) {
    if (error instanceof ConflictError) throw new Error(`No app credentials are set for ${platform}.`);
    throw error;
  }
  return `The app credentials for ${platform} are removed. Connected accounts stay connected.`;
}

function parsePlatform(name: string | undefined): Platform {
  const platform = CONNECTABLE.find((each) => each === resolveAlias(name ?? ''));
  if (!platform) throw new UsageError(USAGE);
  return platform;
}

function assertPrintable(what: string, text: string, max: number): void {
  const { error } = printable(max).safeParse(text);
  // Without the text, which may be a secret.
  if (error) throw new UsageError(`The ${what} is invalid: ${error.issues[0]?.message}`);
}

function describe(app: PlatformApp | undefined): string {
  if (!app) return 'not set';
  const secret = app.encrypted_secrets === null ? 'public client' : 'with a secret';
  const restricted = app.scopes ? `, scopes ${app.scopes.join(' ')}` : '';
  return `${app.client_id} (${secret}${restricted}), set ${app.updated_at}`;
}
