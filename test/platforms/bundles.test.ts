import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** The modules that a function bundle contains when it uses these exports. */
function bundledModules(statement: string): string[] {
  const { metafile } = buildSync({
    stdin: { contents: `${statement}\nconsole.log(used);`, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const [output] = Object.values(metafile.outputs);
  return Object.entries(output!.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
}

describe('a bundle', () => {
  it('that only validates platform names contains no platform', () => {
    const modules = bundledModules("import { isPlatform as used } from './lib/platforms/platforms.ts';");
    expect(modules.filter((path) => path.startsWith('lib/'))).toEqual([
      'lib/platforms/names.ts',
      'lib/platforms/platforms.ts',
    ]);
  });

  it('that publishes contains no zod, which only the webhook parsers need', () => {
    const modules = bundledModules("import { PUBLISHERS as used } from './lib/platforms/adapters.ts';");
    expect(modules).toContain('lib/platforms/twitter/adapter/publish.ts');
    expect(modules.filter((path) => path.includes('node_modules/zod'))).toEqual([]);
  });

  it('that reads the platform table contains no network code', () => {
    const modules = bundledModules("import { PLATFORM_TABLE as used } from './lib/platforms/platforms.ts';");
    expect(modules.filter((path) => /adapter|publish|request/.test(path))).toEqual([]);
  });

  it('that reads the platform table contains no rules for posts and no code that counts their texts', () => {
    const modules = bundledModules("import { PLATFORM_TABLE as used } from './lib/platforms/platforms.ts';");
    expect(modules).toContain('lib/platforms/twitter/facts/facts.ts');
    expect(modules.filter((path) => /content|links|text|punycode/.test(path))).toEqual([]);
  });
});
