import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitText } from '../../dashboard/src/content/post-text.ts';
import { describePlatform, PLATFORMS, platformName } from '../../dashboard/src/platforms.ts';
import { findLinkedParts } from '../../lib/platforms/linked-parts.ts';
import * as service from '../../lib/platforms/platforms.ts';

const LANGUAGES = globSync(join(import.meta.dirname, '../../dashboard/languages/*.json'))
  .map((file) => basename(file, '.json'))
  .sort();

describe('the platforms of the dashboard', () => {
  it('are those of the API', () => {
    expect([...PLATFORMS].sort()).toEqual([...service.PLATFORMS].sort());
  });

  it.each(PLATFORMS)('offer an app password for %s only where the API accepts one', (platform) => {
    const { appPassword } = service.PLATFORM_TABLE[platform];
    expect(describePlatform(platform).appPassword === undefined).toBe(appPassword === undefined);
  });

  it.each(PLATFORMS)('link the same parts of a text on %s as the page of a reviewer', (platform) => {
    const text = 'See https://example.com/a and example.org, #tag';
    const linked = splitText(platform, text).filter(({ kind }) => kind !== 'text');
    const expected = findLinkedParts(platform, text).map(({ start, end }) => text.slice(start, end));
    expect(linked.map((part) => part.text)).toEqual(expected);
  });

  it.each(PLATFORMS)('have the texts of %s in each language', (platform) => {
    const { needs, appPassword } = describePlatform(platform);
    for (const text of [needs, ...(appPassword ? [appPassword.menu, appPassword.identifier] : [])]) {
      expect(Object.keys(text).sort()).toEqual(LANGUAGES);
    }
  });

  it('show the name of the API for a platform that this version does not know', () => {
    expect(platformName('unknown-platform')).toBe('unknown-platform');
  });
});
