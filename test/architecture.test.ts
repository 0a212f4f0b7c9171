import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Import,
  importsIn,
  loopsAmong,
  type Module,
  modulesIn,
  reachedFrom,
  sourceOf,
} from './modules.ts';

/** What the modules of one place may import: folders, files and packages, and further ones for types only. */
interface Row {
  values: string[];
  types?: string[];
}

/**
 * The allowed arrows. The longest place that holds a module is the row that speaks for it; a module of no
 * row is a stranger. `node:` and `@aws-sdk/` stand for everything that begins so.
 */
// biome-ignore format: one row per line is what makes it a table.
const ARROWS: Record<string, Row> = {
  'lib/domain':          { values: ['lib/domain', '@orama/stopwords', 'zod'] },
  'lib/contract':        { values: ['lib/contract', 'lib/domain', 'zod'] },
  'lib/publishers':      { values: ['lib/publishers', 'lib/domain', 'node:'] },
  'lib/webhooks':        { values: ['lib/webhooks', 'lib/domain', 'node:'] },
  'lib/inbound':         { values: ['lib/inbound', 'lib/domain', 'zod', 'node:'] },
  'lib/table':           { values: ['lib/table', 'lib/domain', '@aws-sdk/', 'node:'] },
  'lib/accounts':        { values: ['lib/accounts', 'lib/domain', 'lib/table', 'lib/publishers', 'lib/granted.ts', 'lib/log.ts', 'lib/settings.ts', '@aws-sdk/client-kms', 'node:'] },
  'lib/http':            { values: ['lib/http', 'lib/contract', 'lib/domain', 'lib/table', 'lib/webhooks/address.ts', 'lib/log.ts', 'lib/settings.ts', '@middy/', 'zod', 'node:'], types: ['aws-lambda'] },
  'lib/consequences':    { values: ['lib/consequences', 'lib/accounts', 'lib/granted.ts', 'lib/domain', 'lib/table', 'lib/publishers', 'lib/webhooks', 'lib/log.ts', 'lib/metrics.ts', 'lib/settings.ts', '@aws-sdk/', 'node:'], types: ['aws-lambda'] },
  'lib/stack':           { values: ['lib/stack', 'lib/contract', 'lib/domain', 'lib/table/keys.ts', 'aws-cdk-lib', 'cdk-nag', 'constructs', 'esbuild', 'node:'], types: ['lib/settings.ts'] },
  'lib/granted.ts':      { values: [] },
  'lib/log.ts':          { values: ['@aws-lambda-powertools/logger'] },
  'lib/metrics.ts':      { values: ['lib/contract/metrics.ts', '@aws-lambda-powertools/metrics'], types: ['lib/domain/platform.ts'] },
  'lib/cost':            { values: ['lib/cost', 'lib/domain'] },
  'lib/scale':           { values: ['lib/scale', 'lib/cost'] },
  'lib/trial':           { values: ['lib/trial', 'lib/cost/markdown.ts', 'lib/domain'] },
  'lib/operations':      { values: ['lib/operations', 'lib/contract', 'lib/domain', 'zod', 'lib/table', 'lib/http', '@aws-sdk/', 'node:'] },
  'lib/settings.ts':     { values: [], types: ['lib/contract/stages.ts'] },
  'lib/local':           { values: ['lib/local', 'lib/cost', 'lib/operations', 'lib/domain', 'lib/table', 'lib/http', '@aws-sdk/', 'node:'] },
  'lib/local/simulator': { values: ['lib/local/simulator', 'lib/domain/platform.ts', 'twitter-text', 'node:'] },
  'functions':           { values: ['lib/http', 'lib/accounts', 'lib/consequences', 'lib/contract', 'lib/domain', 'lib/inbound', 'lib/table', 'lib/webhooks', 'lib/log.ts', 'lib/settings.ts', 'node:'], types: ['aws-lambda'] },
  'bin':                 { values: ['bin', 'lib/local', 'lib/cost', 'lib/scale', 'lib/trial', 'lib/operations', 'lib/stack', 'lib/contract', 'lib/domain', 'aws-cdk-lib', 'node:'] },
};

const LONGEST_FILE_LINES = 250;

const MODULES = modulesIn('bin', 'functions', 'lib');
const IMPORTS = MODULES.flatMap((module) => module.imports);

function isWithin(target: string, place: string): boolean {
  return target === place || target.startsWith(/[:/]$/.test(place) ? place : `${place}/`);
}

function rowOf(path: string): Row | undefined {
  const places = Object.keys(ARROWS).filter((place) => isWithin(path, place));
  return ARROWS[places.sort((one, other) => other.length - one.length)[0] ?? ''];
}

function isAllowed(row: Row | undefined, { target, isTypeOnly }: Import): boolean {
  const places = isTypeOnly ? [...(row?.values ?? []), ...(row?.types ?? [])] : (row?.values ?? []);
  return places.some((place) => isWithin(target, place));
}

/** The imports of these modules that the table does not allow, as arrows. */
function strangers(modules: Module[]): string[] {
  return modules.flatMap((module) =>
    module.imports
      .filter((one) => !isAllowed(rowOf(module.path), one))
      .map((one) => `${module.path} -> ${one.target}${one.isTypeOnly ? ' (types)' : ''}`),
  );
}

function moduleOf(path: string, source: string): Module {
  return { path, lines: 1, imports: importsIn(path, source) };
}

describe('the modules looked at', () => {
  it('are more than 80, with more than 200 imports', () => {
    expect(MODULES.length).toBeGreaterThan(80);
    expect(IMPORTS.length).toBeGreaterThan(200);
  });

  it('are found in every place of the table', () => {
    const empty = Object.keys(ARROWS).filter((place) => !MODULES.some(({ path }) => isWithin(path, place)));
    expect(empty).toEqual([]);
  });

  it('have no import that was not read', () => {
    for (const { path, imports } of MODULES) {
      const lines = sourceOf(path)
        .split('\n')
        .filter((line) =>
          /^(import|export|\}).*\sfrom\s+['"]|^import\s+['"]|^[^/*]*\b(import|require)\(/.test(line),
        );
      expect(imports.length, path).toBe(lines.length);
    }
  });

  it('import only files that are there', () => {
    const missing = IMPORTS.filter(({ target }) => /^(bin|functions|lib|test)\b/.test(target)).filter(
      ({ target }) => !existsSync(join(import.meta.dirname, '..', target)),
    );
    expect(missing).toEqual([]);
  });

  it('import nothing from outside the project by path', () => {
    expect(IMPORTS.filter(({ target }) => /^[./]/.test(target))).toEqual([]);
  });
});

describe('every arrow', () => {
  it.each(Object.keys(ARROWS))('that leaves %s is in the table', (place) => {
    const modules = MODULES.filter(({ path }) => isWithin(path, place));
    expect(strangers(modules)).toEqual([]);
  });

  it('leaves from a place of the table', () => {
    expect(MODULES.filter(({ path }) => !rowOf(path)).map(({ path }) => path)).toEqual([]);
  });

  it('goes nowhere into functions/', () => {
    expect(IMPORTS.filter(({ target }) => isWithin(target, 'functions'))).toEqual([]);
  });

  it('goes into lib/local only from bin and lib/local', () => {
    const importers = MODULES.filter(({ imports }) =>
      imports.some(({ target }) => isWithin(target, 'lib/local')),
    );
    const others = importers.filter(({ path }) => !isWithin(path, 'bin') && !isWithin(path, 'lib/local'));
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it('goes nowhere from the simulated platforms to the publishers they are there to try', () => {
    const simulator = MODULES.filter(({ path }) => isWithin(path, 'lib/local/simulator'));
    expect(simulator.length).toBeGreaterThan(5);
    const arrows = simulator.flatMap(({ imports }) => imports);
    expect(arrows.filter(({ target }) => isWithin(target, 'lib/publishers'))).toEqual([]);
  });

  it('leads from no function to the shapes of replies, which every cold start of it would make', () => {
    const reaching = MODULES.filter(({ path }) => isWithin(path, 'functions')).filter(({ path }) =>
      [...reachedFrom(path, MODULES)].some((reached) => /-replies\.ts$|\/replies\.ts$/.test(reached)),
    );
    // A test delivery carries the sample of the catalogue, which says the shape of its data as well.
    expect(reaching.map(({ path }) => path)).toEqual(['functions/webhooks/test.ts']);
  });

  it('is part of no loop, types aside', () => {
    expect(loopsAmong(MODULES)).toEqual([]);
  });
});

describe('every file', () => {
  it(`has at most ${LONGEST_FILE_LINES} lines`, () => {
    const long = MODULES.filter(({ lines }) => lines > LONGEST_FILE_LINES);
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

describe('what this test looks with', () => {
  it('reads imports of every form and takes comments and exports for none', () => {
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

  it.each([
    ['lib/domain/x.ts', "import { hash } from 'node:crypto';"],
    ['lib/domain/x.ts', "import { load } from '../table/read.ts';"],
    ['lib/domain/x.ts', "import { z } from 'zodiac';"],
    ['lib/contract/x.ts', "import type { Item } from '../table/keys.ts';"],
    ['lib/publishers/x.ts', "import { log } from '../log.ts';"],
    ['lib/table/x.ts', "import { ROUTES } from '../contract/routes.ts';"],
    ['lib/http/x.ts', "import { follow } from '../consequences/follow.ts';"],
    ['lib/http/x.ts', "import { handler } from 'aws-lambda';"],
    ['lib/stack/x.ts', "import { settings } from '../settings.ts';"],
    ['lib/stack/x.ts', "import { load } from '../table/read.ts';"],
    ['lib/local/simulator/x.ts', "import { PUBLISHERS } from '../../publishers/publishers.ts';"],
    ['lib/local/x.ts', "import { handler } from '../../functions/content/get.ts';"],
    ['lib/nowhere/x.ts', "import { one } from './one.ts';"],
  ])('finds the stranger in %s: %s', (path, source) => {
    expect(strangers([moduleOf(path, source)]).length).toBe(1);
  });

  it('finds a loop over three modules, and none where types close it', () => {
    const loop = (last: string) => [
      moduleOf('lib/a.ts', "import { b } from './b.ts';"),
      moduleOf('lib/b.ts', "import { c } from './c.ts';"),
      moduleOf('lib/c.ts', last),
    ];
    expect(loopsAmong(loop("import { a } from './a.ts';"))).toEqual([
      ['lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/a.ts'],
    ]);
    expect(loopsAmong(loop("import type { A } from './a.ts';"))).toEqual([]);
  });
});
