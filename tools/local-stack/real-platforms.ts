import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { mapPlatforms } from '../../lib/stack/stage-settings.ts';
import { stage } from '../../lib/stack/stages.ts';

/** The settings that decide which server receives the tokens of a platform. */
const PLATFORM_URLS = ['platformUrls', 'tokenUrls', 'codeUrls', 'authorizeUrls'] as const;

/**
 * Build the settings of the local stage with which some platforms are not simulated: their own URLs, and those of the
 * simulator at `port` for the others.
 */
export function realPlatformSettings(real: readonly Platform[], port: number): object {
  if (real.length === 0) return {};
  const [own, simulated] = [stage('development'), stage('local', port)];
  const urls = PLATFORM_URLS.map((setting) => {
    const urlOf = (name: Platform) => (real.includes(name) ? own : simulated)[setting][name];
    return [setting, mapPlatforms(urlOf)] as const;
  });
  return { ...Object.fromEntries(urls), blueskyUrls: (real.includes('bluesky') ? own : simulated).blueskyUrls };
}

/**
 * Find a setting that would send tokens of simulated accounts to a platform, or those of real accounts to another server.
 * Returns what is wrong, or null.
 */
export function findMixedSetting(settings: object, real: readonly Platform[]): string | null {
  const setting = PLATFORM_URLS.find((each) => Object.hasOwn(settings, each));
  if (setting) return `${setting}: --real decides it`;
  const isSimulated = Object.hasOwn(settings, 'blueskyUrls') && !real.includes('bluesky');
  return isSimulated ? 'blueskyUrls: requires --real bluesky or --real all' : null;
}

/** What a folder of data belongs to: the platforms that are not simulated, and the network of Bluesky, if it is another. */
interface Owner {
  real: readonly Platform[];
  blueskyUrls: unknown;
}

/**
 * Bind a folder to the platforms that are not simulated, so that no later start sends the tokens in it elsewhere. Throws
 * for a folder of other platforms.
 */
export function bindFolder(folder: string, real: readonly Platform[], settings: object): void {
  const { blueskyUrls = null } = settings as { blueskyUrls?: unknown };
  const wanted: Owner = { real: PLATFORMS.filter((name) => real.includes(name)), blueskyUrls };
  const file = join(folder, 'platforms.json');
  const isUsed = existsSync(join(folder, 'runner.sqlite'));
  const simulated: Owner = { real: [], blueskyUrls: null };
  const bound = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Owner) : isUsed ? simulated : wanted;
  if (JSON.stringify(bound) !== JSON.stringify(wanted)) {
    throw new Error(
      `${folder} has the accounts of ${describe(bound)}, and this start is with ${describe(wanted)}. Each needs a folder of its own: set LOCAL_FOLDER, or leave it unset.`,
    );
  }
  // The folder has tokens, and the key that decrypts them.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(wanted)}\n`);
}

function describe({ real, blueskyUrls }: Owner): string {
  const names = real.map((name) => PLATFORM_TABLE[name].displayName).join(', ');
  const network = blueskyUrls === null ? '' : ` in the network ${JSON.stringify(blueskyUrls)}`;
  return names === '' ? 'simulated platforms' : `the real ${names}${network}`;
}

/** List the platforms that are not simulated and connect only with a public URL. */
export function needingPublicUrl(real: readonly Platform[]): Platform[] {
  return real.filter((name) => PLATFORM_TABLE[name].requiresHttpsRedirect);
}
