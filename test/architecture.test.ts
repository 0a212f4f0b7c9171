import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findCycles,
  findFolderCycles,
  findLoops,
  importsIn,
  type Module,
  modulesIn,
  reachableFrom,
  sourceOf,
} from './modules.ts';

/** The features of `lib`. A folder imports those before it, and never one after it, by value or by type. */
// biome-ignore format: one line shows the order.
const ORDER = ['core', 'platforms', 'identity', 'media', 'accounts', 'labels', 'content', 'duplicates', 'templates', 'queues', 'link-rules', 'publishing', 'planning', 'recurrences', 'imports', 'halts', 'workspaces', 'analytics', 'search', 'exports', 'feeds', 'webhooks', 'notifications', 'audit', 'usage', 'agents', 'app', 'bundle', 'stack'];

/** What reaches a disk, a network or a process. */
const IO = /^(@aws-|sharp$|esbuild$|node:(?!crypto$|path$|punycode$|util$))/;

/** A rule about layers: which modules must not import what, by a value or also by a type, or reach it through others. */
interface LayerRule {
  from: RegExp;
  forbidden: RegExp;
  reach?: boolean;
  types?: boolean;
}

const LAYERS: Record<string, LayerRule> = {
  'rules reach no input or output': { from: /^lib\/[\w-]+\/rules\//, forbidden: IO, reach: true },
  'the facts of platforms, and their tables, reach no input or output': {
    from: /^lib\/platforms\/([\w-]+\/facts\/|kit\/(definition|text)\/|(?!adapter)[\w-]+\.ts)/,
    forbidden: IO,
    reach: true,
  },
  'declarations of endpoints reach no input or output': { from: /^lib\/[\w-]+\/api\//, forbidden: IO, reach: true },
  'declarations of other things reach no input or output': {
    from: /^lib\/[\w-]+\/(jobs|notifications|([\w-]+-)?problems)\.ts$/,
    forbidden: IO,
    reach: true,
  },
  'the AWS SDK is imported only by core, stores and the stack': {
    from: /^(functions|lib\/(?!core\/|stack\/|[\w-]+\/store\/))/,
    forbidden: /^@aws-sdk\//,
  },
  'rules, declarations and stores know no adapter': {
    from: /^lib\/([\w-]+\/(rules|api|store|events)|platforms\/[\w-]+\/facts)\//,
    forbidden: /^lib\/platforms\/(adapter(s|-tables)\.ts|[\w-]+\/adapter\/)/,
    types: true,
  },
  'rules, declarations and events know no handler, step or store': {
    from: /^lib\/(?!core\/|agents\/)[\w-]+\/(rules|api|events)\//,
    forbidden: /^lib\/(?!core\/)[\w-]+\/(store|steps|workers|pipeline|pages)\/|^functions\//,
  },
  'what is deployed knows no simulated platform': {
    from: /^(functions|lib)\/(?!platforms\/[\w-]+\/simulator\/)/,
    forbidden: /^lib\/platforms\/[\w-]+\/simulator\//,
    types: true,
  },
  'no code knows a test': { from: /./, forbidden: /^(test\/|vitest)/, types: true },
  'the service knows no tool, and shares no code with the dashboard': {
    from: /^(functions|lib\/(?!bundle\/)|dashboard\/src)/,
    forbidden: /^(tools|bin|evaluation)\/|^dashboard\/(?!src\/)(?!languages\/)/,
    types: true,
  },
  'the dashboard knows the service by its API only': {
    from: /^dashboard\//,
    forbidden: /^(lib|functions)\//,
    types: true,
  },
  'adapters know no table': {
    from: /^lib\/platforms\/(kit|[\w-]+\/adapter)\//,
    forbidden: /^lib\/core\/(?!net\/|config\/)/,
    types: true,
  },
  'core knows no business term': { from: /^lib\/core\//, forbidden: /^lib\/(?!core\/)/, types: true },
};

/** The module that imports every declaration, by computed paths. */
const DISCOVERY = 'lib/bundle/endpoints.ts';
/** The computed imports: of the declarations, of files of the platforms, and of the languages. */
const COMPUTED_IMPORTS =
  /await import\((?:join\(LIB, (?:file|path)\)|`\.\.\/\.\.\/languages\/\$\{language\}\.json`)\)/g;

/** Its measurements are tests, and import what tests import. */
const EVALUATION = ['benchmarks', 'bin', 'capacity-model', 'trend-evaluation'].map((folder) => `evaluation/${folder}`);

const MODULES = modulesIn('bin', 'dashboard', 'functions', 'lib', 'tools', ...EVALUATION);
const IMPORTS = MODULES.flatMap((module) => module.imports);

/** The imports within lib, by value or by type, from one path to another. */
const LIB_IMPORTS = MODULES.filter(({ path }) => path.startsWith('lib/')).flatMap(({ path, imports }) =>
  imports.filter(({ target }) => target.startsWith('lib/')).map(({ target }): [string, string] => [path, target]),
);

/** Whether a module declares the samples of a feature. */
function isSample(path: string): boolean {
  return /^lib\/[\w-]+\/samples\.ts$/.test(path);
}

function featureOf(path: string): string {
  return path.split('/')[1]!;
}

function isWithin(target: string, folder: string): boolean {
  return target === folder || target.startsWith(`${folder}/`);
}

/** Return the imports of these modules that break a rule, as arrows. */
function brokenBy({ from, forbidden, reach, types }: LayerRule, of: Module[], modules: Module[]): string[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  return of
    .filter(({ path }) => from.test(path))
    .flatMap(({ path }) => {
      const reached = reach ? [...reachableFrom(path, modules)] : [path];
      const imports = reached.flatMap((each) => byPath.get(each)!.imports);
      return imports
        .filter(({ target, isTypeOnly }) => forbidden.test(target) && (types || !isTypeOnly))
        .map(({ target }) => `${path} -> ${target}`);
    });
}

function moduleOf(path: string, source: string): Module {
  return { path, lines: 1, imports: importsIn(path, source) };
}

describe('the modules looked at', () => {
  it('are more than 80, with more than 200 imports', () => {
    expect(MODULES.length).toBeGreaterThan(80);
    expect(IMPORTS.length).toBeGreaterThan(200);
  });

  it('are there for every feature of the order, and the order has each feature', () => {
    const features = MODULES.filter(({ path }) => path.startsWith('lib/')).map(({ path }) => featureOf(path));
    expect([...new Set(features)].sort()).toEqual(ORDER.toSorted());
  });

  it.each(Object.entries(LAYERS))('are subject to the rule that %s', (_, { from }) => {
    expect(MODULES.filter(({ path }) => from.test(path)).length).toBeGreaterThan(5);
  });

  it('have no import that was not read', () => {
    for (const { path, imports } of MODULES) {
      const lines = sourceOf(path)
        .replace(COMPUTED_IMPORTS, '')
        .split('\n')
        .filter((line) =>
          /^(import|export|\}).*\sfrom\s+['"]|^import\s+['"]|^(?!\s*[/*]).*\b(import|require)\(/.test(line),
        );
      expect(imports.length, path).toBe(lines.length);
    }
  });

  it('import only files that are there', () => {
    // Generated by the type check, from which only types are imported.
    const isGenerated = (target: string) => target === 'dashboard/src/api/schema.d.ts';
    const missing = IMPORTS.filter(({ target }) => !isGenerated(target))
      .filter(({ target }) => /^(bin|dashboard|functions|lib|tools|test)\b/.test(target))
      .filter(({ target }) => !existsSync(join(import.meta.dirname, '..', target)));
    expect(missing).toEqual([]);
  });

  it('import nothing from outside the project by path', () => {
    expect(IMPORTS.filter(({ target }) => /^[./]/.test(target))).toEqual([]);
  });
});

describe('every import', () => {
  it.each(Object.entries(LAYERS))('keeps the rule that %s', (_, rule) => {
    expect(brokenBy(rule, MODULES, MODULES)).toEqual([]);
  });

  it('within lib goes to the same feature or to an earlier one', () => {
    const upward = LIB_IMPORTS.filter(([from, to]) => ORDER.indexOf(featureOf(to)) > ORDER.indexOf(featureOf(from)));
    expect(upward).toEqual([]);
  });

  it('within lib stays, in at least 65 of 100 cases, within its feature or goes to core', () => {
    const near = LIB_IMPORTS.filter(([from, to]) => featureOf(to) === 'core' || featureOf(to) === featureOf(from));
    expect(near.length / LIB_IMPORTS.length).toBeGreaterThan(0.65);
  });

  it('goes into functions/ from functions/mcp.ts only', () => {
    const importers = MODULES.filter(({ imports }) => imports.some(({ target }) => isWithin(target, 'functions')));
    expect(importers.map(({ path }) => path)).toEqual(['functions/mcp.ts']);
  });

  it.each([
    ['tools', ['bin', 'tools', 'evaluation']],
    ['evaluation', ['evaluation']],
  ])('goes into %s only from %j', (folder, allowed) => {
    const importers = MODULES.filter(({ imports }) => imports.some(({ target }) => isWithin(target, folder)));
    const others = importers.filter(({ path }) => !allowed.some((row) => isWithin(path, row)));
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it('goes nowhere from the simulated platforms to the publishers they are there to try', () => {
    const simulator = MODULES.filter(({ path }) => /^(tools\/|lib\/platforms\/[\w-]+\/)simulator\//.test(path));
    expect(simulator.length).toBeGreaterThan(5);
    const arrows = simulator.flatMap(({ imports }) => imports);
    expect(
      arrows.filter(({ target }) =>
        /^lib\/platforms\/(kit\/(?!definition|text|simulator)|[\w-]+\/adapter\/|adapter(s|-tables)\.ts)/.test(target),
      ),
    ).toEqual([]);
  });

  it('leads from no screen of the dashboard to another one', () => {
    const folderOf = (path: string) => /^dashboard\/src\/screens\/[^/]+/.exec(path)?.[0];
    const screens = MODULES.filter(({ path }) => folderOf(path));
    expect(screens.length).toBeGreaterThan(50);
    const arrows = screens.flatMap(({ path, imports }) => imports.map(({ target }) => [path, target] as const));
    expect(arrows.filter(([path, target]) => folderOf(target) && folderOf(target) !== folderOf(path))).toEqual([]);
  });

  it('leads from a function to its own declaration and to no other', () => {
    const declarations = MODULES.filter(({ path }) => sourceOf(path).includes('defineOperation({'));
    expect(declarations.length).toBeGreaterThan(50);
    for (const { path } of MODULES.filter(({ path }) => /^functions\/[^/]+\/[^/]+$/.test(path))) {
      const reached = reachableFrom(path, MODULES);
      const own = declarations.filter((declaration) => reached.has(declaration.path));
      expect(own).toHaveLength(1);
      expect(own[0]!.path.endsWith(path.replace('functions/', '/api/'))).toBe(true);
    }
  });

  it('leads from no function to the list of all declarations', () => {
    const functions = MODULES.filter(({ path }) => isWithin(path, 'functions'));
    const reaching = functions.filter(({ path }) => reachableFrom(path, MODULES).has(DISCOVERY));
    expect(reaching.map(({ path }) => path)).toEqual([]);
  });

  it('leads from no function, and from nothing else of the service, to a sample', () => {
    expect(MODULES.filter(({ path }) => isSample(path)).length).toBeGreaterThan(10);
    const starts = MODULES.filter(({ path }) => /^(functions|lib\/(?!bundle\/))/.test(path) && !isSample(path));
    const reaching = starts.filter(({ path }) => [...reachableFrom(path, MODULES)].some(isSample));
    expect(reaching.map(({ path }) => path)).toEqual([]);
  });

  it('is part of no loop of modules, types aside, and of folders of lib, types included', () => {
    // The samples of a feature are in its folder and use those below; nothing imports them.
    const between = LIB_IMPORTS.filter(([from]) => !isSample(from));
    expect([findCycles(MODULES), findFolderCycles(between)]).toEqual([[], []]);
  });

  it('is part of no loop of more than three modules, types included', () => {
    expect(findLoops(MODULES).filter(({ length }) => length > 3)).toEqual([]);
  });

  it('is, within the dashboard, part of no loop of more than two modules, types included', () => {
    const dashboard = MODULES.filter(({ path }) => isWithin(path, 'dashboard'));
    expect(findLoops(dashboard).filter(({ length }) => length > 2)).toEqual([]);
  });
});

describe('what this test looks with', () => {
  it.each([
    ['lib/content/rules/x.ts', "import { readFile } from 'node:fs/promises';"],
    ['lib/content/rules/x.ts', "import { load } from '../../core/table/read.ts';"],
    ['lib/content/api/content/x.ts', "import { load } from '../../../core/table/read.ts';"],
    ['lib/content/steps/x.ts', "import { GetCommand } from '@aws-sdk/lib-dynamodb';"],
    ['lib/content/rules/x.ts', "import type { Publisher } from '../../platforms/twitter/adapter/publish.ts';"],
    ['lib/platforms/twitter/facts/x.ts', "import { readFile } from 'node:fs/promises';"],
    ['lib/platforms/twitter/facts/x.ts', "import { publish } from '../adapter/publish.ts';"],
    ['lib/content/api/content/x.ts', "import { save } from '../../steps/save.ts';"],
    ['lib/content/events/x.ts', "import { load } from '../store/contents.ts';"],
    ['lib/content/steps/x.ts', "import { expect } from 'vitest';"],
    ['functions/x.ts', "import { simulated } from '../lib/platforms/twitter/simulator/simulator.ts';"],
    ['lib/content/steps/x.ts', "import type { Demo } from '../../../tools/demo/content.ts';"],
    ['dashboard/src/x.ts', "import type { Content } from '../../lib/content/rules/content.ts';"],
    ['lib/platforms/twitter/adapter/x.ts', "import { load } from '../../../core/table/read.ts';"],
    ['lib/core/table/x.ts', "import type { Content } from '../../content/rules/content.ts';"],
  ])('finds the forbidden import in %s: %s', (path, source) => {
    const module = moduleOf(path, source);
    const broken = Object.values(LAYERS).filter((rule) => brokenBy(rule, [module], [...MODULES, module]).length > 0);
    expect(broken.length).toBeGreaterThan(0);
  });

  it('finds a loop over three modules, also where types close it, which load nothing', () => {
    const loop = (last: string) => [
      moduleOf('lib/a.ts', "import { b } from './b.ts';"),
      moduleOf('lib/b.ts', "import { c } from './c.ts';"),
      moduleOf('lib/c.ts', last),
    ];
    expect(findCycles(loop("import { a } from './a.ts';"))).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/a.ts']]);
    expect(findCycles(loop("import type { A } from './a.ts';"))).toEqual([]);
    expect(findLoops(loop("import type { A } from './a.ts';"))).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/c.ts']]);
    expect(findLoops(loop("import { d } from './d.ts';"))).toEqual([]);
  });

  it('finds a loop of two folders, and none within one', () => {
    const there: [string, string] = ['lib/a/one.ts', 'lib/b/two.ts'];
    expect(findFolderCycles([there, ['lib/b/three.ts', 'lib/a/four.ts']])).toEqual([['lib/a', 'lib/b', 'lib/a']]);
    expect(findFolderCycles([there, ['lib/a/five.ts', 'lib/a/one.ts']])).toEqual([]);
  });
});
