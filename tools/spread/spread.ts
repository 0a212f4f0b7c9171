import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const SCREENS = 'dashboard/src/screens';

/**
 * List the files that people write and that name a feature outside its own folders: those of `lib`, of its functions and its
 * tests, and its screens. `resource` is the folder of its functions. Throws for an unknown one.
 */
export function filesNaming(resource: string): string[] {
  const own = ownFolders(resource);
  const name = namePattern(resource);
  return handWrittenFiles()
    .filter((file) => !own.some((folder) => file.startsWith(`${folder}/`)))
    .filter((file) => name.test(readFileSync(join(ROOT, file), 'utf8')));
}

/** Return the folders of a feature. Its screens are those named after one of its words: `kits` for `press-kits`. */
export function ownFolders(resource: string): string[] {
  if (!existsSync(join(ROOT, 'functions', resource))) throw new Error(`There is no folder functions/${resource}.`);
  const features = globSync(`lib/*/api/${resource}`, { cwd: ROOT }).map((folder) => folder.split('/')[1]!);
  const words = resource.split('-').map(singular);
  const screens = readdirSync(join(ROOT, SCREENS)).filter((screen) => words.includes(singular(screen)));
  return [
    ...features.flatMap((feature) => [`lib/${feature}`, `test/${feature}`]),
    `functions/${resource}`,
    ...screens.map((screen) => `${SCREENS}/${screen}`),
  ];
}

/** Return the pattern of a name in all its spellings: `press-kits`, `pressKit`, `PRESS_KITS` and `press kit`. */
export function namePattern(resource: string): RegExp {
  return new RegExp(singular(resource).replaceAll('-', '[-_ ]?'), 'i');
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}

/** List the files under version control without those that programs write. */
function handWrittenFiles(): string[] {
  const git = (args: string[], input = '') => {
    const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', input, maxBuffer: 1e8 });
    return output.split('\0').slice(0, -1);
  };
  const files = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  // Three values for each file: its path, the attribute, and `set` or `unspecified`.
  const attributes = git(['check-attr', '-z', '--stdin', 'linguist-generated'], files.join('\0'));
  return files.filter((file, index) => attributes[3 * index + 2] !== 'set' && existsSync(join(ROOT, file)));
}
