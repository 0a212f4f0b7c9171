import { globSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORMS, type Platform } from '../platforms/names.ts';

// Relative, as in the imports of one declaration by another: Vitest evaluates a module twice that is imported by two
// addresses while it is transformed, and the schemas of the two differ.
const LIB = '..';

/**
 * Import the modules of the features that match a pattern below `lib`, sorted by their path, which stands beside each. Those
 * of the folder `first` come before the others. Reads the disk: for the stack, the generators and tests, never for a function.
 */
export function importDeclarations<T>(
  pattern: string | string[],
  { first = '' } = {},
): Promise<[file: string, module: T][]> {
  const files = globSync(pattern, { cwd: join(import.meta.dirname, LIB) }).sort();
  const [before, after] = [
    files.filter((file) => file.startsWith(first)),
    files.filter((file) => !file.startsWith(first)),
  ];
  return Promise.all(
    [...before, ...after].map(async (file): Promise<[string, T]> => [file, (await import(join(LIB, file))) as T]),
  );
}

/** Import a file of the folder of each platform, such as `facts/presentation.ts`. For tools and tests. */
export function importFromPlatforms<T>(file: string): Promise<[Platform, T][]> {
  const importOf = async (name: Platform): Promise<[Platform, T]> => {
    const path = join('platforms', name, file);
    return [name, (await import(join(LIB, path))) as T];
  };
  return Promise.all(PLATFORMS.map(importOf));
}
