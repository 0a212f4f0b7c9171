import { isLoopback } from '../../lib/core/config/origins.ts';
import { isPlatform, PLATFORMS, type Platform, resolveAlias } from '../../lib/platforms/platform.ts';
import { stage } from '../../lib/stack/stages.ts';
import { parseArguments, UsageError } from '../cli/arguments.ts';
import type { PublicAccess } from './public-listener.ts';
import { findMixedSetting } from './real-platforms.ts';

export const START_USAGE = `npm start                                   every platform is simulated
npm start -- --empty                        likewise, and a new folder gets no demo data
npm start -- --real bluesky                 Bluesky itself, the other platforms are simulated
npm start -- --real all                     the platforms themselves
  --public-url https://host                 the URL of a tunnel to this service, for platforms that need one
  --settings '{"blueskyUrls":{...}}'        other settings than those of the stage, e.g. of your own Bluesky network

Environment: PORT (default 3000), LOCAL_FOLDER (default .local; .local-real-bluesky with --real bluesky)`;

/** What `npm start` is asked to start. */
export interface StartOptions {
  port: number;
  /** The folder of the data. */
  folder: string;
  /** The platforms that are not simulated. */
  real: readonly Platform[];
  /** The settings that override those of the local stage. */
  settings: object;
  publicAccess?: PublicAccess;
  /** Whether a new folder gets demo data, which simulated platforms only can have. */
  hasDemo: boolean;
}

/**
 * Read the arguments and the environment of `npm start`. Throws a UsageError that names the argument and its rule.
 */
export function parseStartOptions(args: string[], env: { PORT?: string; LOCAL_FOLDER?: string }): StartOptions {
  const isEmpty = args.includes('--empty');
  const others = args.filter((each) => each !== '--empty');
  const given = parseArguments(others, ['real', 'public-url', 'settings'], START_USAGE) as Record<string, string>;
  const port = Number(env.PORT ?? 3000);
  // The next port is that of the tunnel.
  if (!Number.isInteger(port) || port < 1 || port > 65_534) throw wrong('PORT', 'must be a number from 1 to 65534');
  const real = parseReal(given.real);
  if (isEmpty && real.length > 0) throw wrong('--empty', 'cannot be combined with --real, which has no demo data');
  const settings = parseSettings(given.settings, real);
  const folder = env.LOCAL_FOLDER ?? defaultFolder(real, settings);
  const publicUrl = given['public-url'];
  const options = { port, folder, real, settings, hasDemo: !isEmpty && real.length === 0 };
  if (publicUrl === undefined) return options;
  return { ...options, publicAccess: { url: parsePublicUrl(publicUrl), port: port + 1 } };
}

/** Return a folder that no accounts of another network and no simulated accounts share. */
function defaultFolder(real: readonly Platform[], settings: { blueskyUrls?: { directory: string } }): string {
  if (real.length === 0) return '.local';
  const { blueskyUrls } = settings;
  const network = blueskyUrls ? `-${new URL(blueskyUrls.directory).host.replace(':', '-')}` : '';
  return `.local-real-${nameOf(real)}${network}`;
}

/** Return the value of `--real` for platforms that are not simulated. */
export function nameOf(real: readonly Platform[]): string {
  return real.length === PLATFORMS.length ? 'all' : real.join();
}

function parseReal(name: string | undefined): readonly Platform[] {
  if (name === undefined) return [];
  if (name === 'all') return PLATFORMS;
  const platform = resolveAlias(name);
  if (isPlatform(platform)) return [platform];
  throw wrong('--real', `must be one of ${PLATFORMS.join(', ')}, all`);
}

function parseSettings(text: string | undefined, real: readonly Platform[]): object {
  if (text === undefined) return {};
  if (real.length === 0) throw wrong('--settings', 'requires --real');
  try {
    stage('local', 3000, text);
  } catch (error) {
    throw wrong('--settings', (error as Error).message);
  }
  const settings = JSON.parse(text) as object;
  const mixed = findMixedSetting(settings, real);
  if (mixed !== null) throw wrong('--settings', mixed);
  return settings;
}

function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin = url !== null && [url.origin, `${url.origin}/`].includes(text.toLowerCase());
  if (!isOrigin || url.protocol !== 'https:' || isLoopback(url.host)) {
    throw wrong('--public-url', 'must be an https URL with a host and nothing after it, e.g. https://example.com');
  }
  return url.origin;
}

function wrong(argument: string, rule: string): UsageError {
  return new UsageError(`${argument}: ${rule}\n${START_USAGE}`);
}
