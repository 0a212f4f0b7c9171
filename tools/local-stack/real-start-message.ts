import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { stage } from '../../lib/stack/stages.ts';
import type { Demo } from './demo.ts';
import { needingPublicUrl } from './real-platforms.ts';
import { nameOf, type StartOptions } from './start-options.ts';

const HOUR_SECONDS = 3_600;

/**
 * Render the start message of a service with platforms that are not simulated: its URLs and credentials, what each platform
 * needs before an account can be connected, and what happens while the service is off. `processId` is that of the service.
 */
export function realStartMessage({ credentials, signInUrl }: Demo, options: StartOptions, processId: number): string {
  const { folder, real, settings, publicAccess } = options;
  const { base_url, client_id, client_secret } = credentials;
  const { origin } = new URL(base_url);
  const simulated = PLATFORMS.filter((name) => !real.includes(name));
  const hours = stage('local', options.port, settings).latenessLimitSeconds / HOUR_SECONDS;
  const log = `${folder}.log`;
  return `
Content Intelligence Service is running. It publishes on ${list(real)}.${simulated.length > 0 ? ` ${list(simulated)} ${simulated.length > 1 ? 'are' : 'is'} simulated.` : ''}

  dashboard      ${signInUrl}
                 (signs in once, within 24 hours; ${origin}/_outbox shows the emails with later links)
  base url       ${base_url}
  client id      ${client_id}
  client secret  ${client_secret}
  (also in ${folder}/credentials.json; ${folder} holds the data and the encrypted tokens)

Open the dashboard, and connect an account under Accounts. docs/laptop.md has every step, and the same with curl.
${real.map((name) => `\n  ${PLATFORM_TABLE[name].displayName.padEnd(14)} ${requirementOf(name, options, origin)}`).join('')}
${publicAccess ? `\nThe tunnel of ${publicAccess.url} must lead to http://127.0.0.1:${publicAccess.port}. Only the API and media are behind it.\n` : ''}
Posts that become due while the service is off are published at its next start, if they are at most ${hours} hours late.
Later ones fail with too_late, and can be retried.

Ctrl-C, or kill ${processId}, stops the service. So does the end of its terminal, unless its output goes to a file:

  nohup npm start -- ${argumentsOf(options)} > ${log} 2>&1 &
`;
}

/** Return the arguments of a start, for a shell. */
function argumentsOf({ real, settings, publicAccess }: StartOptions): string {
  const json = JSON.stringify(settings);
  return [
    `--real ${nameOf(real)}`,
    ...(publicAccess ? [`--public-url ${publicAccess.url}`] : []),
    ...(json === '{}' ? [] : [`--settings '${json.replaceAll("'", `'\\''`)}'`]),
  ].join(' ');
}

function requirementOf(name: Platform, { folder, real, publicAccess }: StartOptions, origin: string): string {
  if (PLATFORM_TABLE[name].appPassword) return 'needs only the handle, or an app password';
  if (!publicAccess && needingPublicUrl(real).includes(name)) {
    return 'redirects only to https URLs and downloads images: start with --public-url https://<host of your tunnel>';
  }
  const callback = `${publicAccess?.url ?? origin}/v1/connect/callback`;
  return `needs an app with the redirect URI ${callback}: LOCAL_FOLDER=${folder} npm run platform -- set ${name}`;
}

function list(platforms: readonly Platform[]): string {
  const names = platforms.map((name) => PLATFORM_TABLE[name].displayName);
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join();
}
