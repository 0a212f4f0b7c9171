import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsIn, modulesIn, sourceOf } from './modules.ts';

const MAX_FILE_LINES = 250;

/** Its measurements are tests, and import what tests import. */
const EVALUATION = ['benchmarks', 'bin', 'capacity-model', 'trend-evaluation'].map((folder) => `evaluation/${folder}`);

const MODULES = modulesIn('bin', 'clients', 'dashboard', 'functions', 'lib', 'tools', ...EVALUATION);

describe('every folder of lib', () => {
  it('has more than one module, folders of its own, or is a room that features have', () => {
    const sizes = Map.groupBy(
      MODULES.filter(({ path }) => path.startsWith('lib/')),
      ({ path }) => dirname(path),
    );
    const isLeaf = (folder: string) => ![...sizes.keys()].some((other) => other.startsWith(`${folder}/`));
    const isRoom = (folder: string) =>
      /^lib\/[\w-]+\/(entities|rules|store|steps|workers|events|planning)$/.test(folder);
    const alone = [...sizes].filter(([folder, { length }]) => length === 1 && isLeaf(folder) && !isRoom(folder));
    expect(alone.map(([folder]) => folder)).toEqual([]);
  });
});

describe('every file', () => {
  it(`has at most ${MAX_FILE_LINES} lines`, () => {
    // Not one that `npm run generate` writes.
    const isWritten = ({ path }: { path: string }) => !/^\/\/ Generated/m.test(sourceOf(path).slice(0, 200));
    const long = MODULES.filter((each) => each.lines > MAX_FILE_LINES && isWritten(each));
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });
});

describe('every exported function', () => {
  it('says what it does in a comment above it', () => {
    const silent = MODULES.flatMap(({ path }) =>
      [...sourceOf(path).matchAll(/(?<!\*\/\n)^export (?:async )?function\*? (\w+)/gm)].map(
        ([, name]) => `${path}: ${name}`,
      ),
    );
    expect(silent).toEqual([]);
  });
});

describe('importsIn', () => {
  it('reads imports of every form, and no comments', () => {
    const source = [
      "import * as z from 'zod';",
      "import type { A } from './a.ts';",
      "import {\n  one,\n  type B,\n} from '../b/b.ts';",
      "import './effect.ts';",
      "export { c } from './c.ts';",
      "export type { D } from './d.ts';",
      "export * from './e.ts';",
      "// import { no } from './comment.ts';",
      " * like `import('./docstring.ts')`",
      "export const from = 'nowhere';",
      "const late = await import('./late.ts');",
    ].join('\n');
    expect(importsIn('lib/x/x.ts', source)).toEqual([
      { target: 'zod', isTypeOnly: false },
      { target: 'lib/x/a.ts', isTypeOnly: true },
      { target: 'lib/b/b.ts', isTypeOnly: false },
      { target: 'lib/x/effect.ts', isTypeOnly: false },
      { target: 'lib/x/c.ts', isTypeOnly: false },
      { target: 'lib/x/d.ts', isTypeOnly: true },
      { target: 'lib/x/e.ts', isTypeOnly: false },
      { target: 'lib/x/late.ts', isTypeOnly: false },
    ]);
  });
});
