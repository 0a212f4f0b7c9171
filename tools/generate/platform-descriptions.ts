import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importFromPlatforms } from '../../lib/bundle/declarations.ts';
import { capabilitiesOf, optionsOf } from '../../lib/platforms/capabilities.ts';
import type { PlatformPresentation } from '../../lib/platforms/kit/definition/presentation.ts';
import { PLATFORM_TABLE, type Platform } from '../../lib/platforms/platforms.ts';
import { renderHead } from './module-text.ts';

export const PLATFORM_DESCRIPTIONS_PATH = 'dashboard/src/api/platform-descriptions.ts';

const FOLDERS = join(import.meta.dirname, '../../lib/platforms');

/**
 * Render what the dashboard knows about each platform, from `facts/presentation.ts`, `mark.svg` and the rules of its folder.
 */
export async function renderPlatformDescriptions(): Promise<string> {
  const presentations = await readPresentations();
  const table = Object.fromEntries(presentations.map(([name, presentation]) => [name, describe(name, presentation)]));
  return `${renderHead('the folders of the platforms')}

// biome-ignore format: generated
export const PLATFORM_DESCRIPTIONS = ${JSON.stringify(table, null, 2)} as const;
`;
}

/** Import how clients show each platform, in the order of the screens. */
export async function readPresentations(): Promise<[Platform, PlatformPresentation][]> {
  const modules = await importFromPlatforms<{ presentation: PlatformPresentation }>('facts/presentation.ts');
  return modules
    .map(([name, { presentation }]): [Platform, PlatformPresentation] => [name, presentation])
    .sort(([, one], [, other]) => one.position - other.position);
}

function describe(name: Platform, { position: _, markColor: color, ...shown }: PlatformPresentation): object {
  const { visibilities, link_cards: showsLinkCards, threads: hasThreads, text_only } = capabilitiesOf(name);
  const link = optionsOf(name).find((option) => option.name === 'link');
  return {
    name: PLATFORM_TABLE[name].displayName,
    mark: { color, path: markPath(name) },
    ...shown,
    ...{ visibilities, showsLinkCards, hasThreads, requiresMedia: !text_only },
    linkExcludesMedia: link?.excludes.includes('media') ?? false,
  };
}

/** Return the only path of the mark of a platform. */
function markPath(name: Platform): string {
  const path = / d="([^"]+)"/.exec(readFileSync(join(FOLDERS, name, 'mark.svg'), 'utf8'))?.[1];
  if (path === undefined) throw new Error(`lib/platforms/${name}/mark.svg has no path.`);
  return path;
}
