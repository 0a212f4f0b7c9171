import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCycles, type Import, importsIn, type Module, modulesIn, reachableFrom, sourceOf } from './modules.ts';

/** What the modules of one row may import: folders, files and packages, and further ones for types only. */
interface Row {
  values: string[];
  types?: string[];
}

/**
 * The allowed arrows. The longest row that holds a module is the row that speaks for it; a module of no
 * row has no allowed import. `node:` and `@aws-sdk/` stand for everything that begins so.
 */
// biome-ignore format: one row per line is what makes it a table.
const ARROWS: Record<string, Row> = {
  'lib/domain':             { values: ['lib/domain', 'lib/platforms/facts/platforms.ts', 'lib/platforms/facts/content-rules.ts', 'lib/platforms/facts/image-limits.ts', 'lib/platforms/facts/thread-rules.ts', 'lib/platforms/definition/platform-definition.ts', 'lib/platforms/facts/sandbox/outcomes.ts', 'lib/platforms/facts/sandbox/account-id.ts', 'lib/core/crypto/sha256.ts', '@orama/stopwords', 'zod'] },
  'lib/events':             { values: ['lib/events', 'lib/content/api/content/responses.ts', 'lib/media/api/media/responses.ts', 'lib/domain', 'zod'] },
  'lib/api':                { values: ['lib/api', 'lib/events', 'lib/domain', 'lib/platforms/facts/connection-rules.ts', 'zod'] },
  // Declares table access by the entities of the table.
  'lib/core/api/table-access.ts': { values: [], types: ['lib/core/table/entities.ts', 'lib/core/table/schema.ts', 'lib/core/crypto/contexts.ts'] },
  // Reads the declarations from the disk.
  'lib/bundle/endpoints.ts':   { values: ['lib/api', 'zod', 'node:'] },
  'lib/net':                { values: ['lib/net', 'lib/adapters/kit/media/media.ts', 'node:'], types: ['lib/platforms'] },
  'lib/crypto':             { values: ['lib/crypto', 'node:'] },
  'lib/media':              { values: ['lib/media', 'lib/domain/media', 'sharp'] },
  'lib/aws':                { values: ['lib/aws', '@aws-sdk/'] },
  'lib/encryption':         { values: ['lib/encryption', 'lib/config', '@aws-sdk/client-kms'] },
  'lib/platforms':          { values: ['lib/platforms', 'zod', 'node:', 'lib/net', 'punycode', '@ipld/dag-cbor', 'multiformats'], types: ['lib/domain'] },
  'lib/webhook-delivery':   { values: ['lib/webhook-delivery', 'lib/encryption', 'lib/net', 'lib/domain', 'lib/rate-limit', 'node:'] },
  'lib/rate-limit':         { values: ['lib/rate-limit', 'lib/domain', 'lib/table', '@aws-sdk/'] },
  'lib/table':              { values: ['lib/table', 'lib/crypto', 'lib/domain', '@aws-sdk/', 'node:', 'lib/webhooks/events/events.ts'] },
  'lib/config':             { values: ['lib/config'], types: ['lib/stack/stage-settings.ts'] },
  'lib/observability':      { values: ['lib/observability', '@aws-lambda-powertools/metrics'], types: ['lib/platforms/facts/platform.ts'] },
  'lib/connected-accounts': { values: ['lib/connected-accounts', 'lib/domain', 'lib/table', 'lib/platforms', 'lib/config', 'lib/encryption', 'lib/observability', 'node:'] },
  'lib/http':               { values: ['lib/http', 'lib/rate-limit', 'lib/use-cases', 'lib/api', 'lib/crypto', 'lib/domain', 'lib/table', 'lib/config', 'lib/observability', 'lib/platforms/facts/platforms.ts', 'lib/platforms/facts/linked-parts.ts', '@middy/', 'zod', 'node:'], types: ['aws-lambda'] },
  'lib/use-cases':          { values: ['lib/use-cases', 'lib/aws', 'lib/http', 'lib/connected-accounts', 'lib/crypto', 'lib/api', 'lib/domain', 'lib/table', 'lib/net', 'lib/config', 'lib/observability', 'lib/adapters/connectors.ts', 'lib/platforms/facts/platforms.ts', 'zod', 'node:', '@simplewebauthn/server'], types: ['lib/platforms'] },
  'lib/workers':            { values: ['lib/workers', 'lib/aws', 'lib/media', 'lib/connected-accounts', 'lib/crypto', 'lib/config', 'lib/domain', 'lib/net', 'lib/table', 'lib/platforms', 'lib/webhook-delivery', 'lib/observability', '@aws-sdk/', 'node:', 'lib/events'], types: ['aws-lambda'] },
  'lib/stack':              { values: ['lib/stack', 'lib/api', 'lib/core/config/runtime-settings.ts', 'lib/core/crypto/contexts.ts', 'lib/domain', 'lib/platforms/facts/platforms.ts', 'lib/core/observability/metrics.ts', 'lib/core/table/schema.ts', 'lib/core/table/entities.ts', 'aws-cdk-lib', 'cdk-nag', 'constructs', 'esbuild', 'zod', 'node:', 'lib/app/stream/subscriptions.ts', 'lib/core/api/allowed-methods.ts', 'lib/core/http/html.ts', 'dashboard'] },
  'functions':              { values: ['lib/http', 'lib/core/rate-limit/sign-in-policies.ts', 'lib/use-cases', 'lib/connected-accounts', 'lib/crypto', 'lib/workers', 'lib/api', 'lib/events', 'lib/domain', 'lib/net', 'lib/platforms', 'lib/table', 'lib/webhook-delivery', 'lib/config', 'lib/observability', 'node:'], types: ['aws-lambda'] },
  'tools/simulator':        { values: ['tools/simulator', 'lib/platforms/facts/platform.ts', 'twitter-text', '@ipld/dag-cbor', 'multiformats', 'node:'] },
  'tools/generate':         { values: ['tools', 'lib', 'zod', 'twitter-text', 'node:'] },
  'tools':                  { values: ['tools', 'lib', '@aws-sdk/', 'zod', 'node:'] },
  // Bundles the peers as the service is bundled.
  'tools/benchmarks/peers.ts': { values: ['node:', 'esbuild'] },
  'dashboard/build.ts':     { values: ['node:', 'esbuild'] },
  // A client of the public API: it shares no code with the service.
  'dashboard/src':          { values: ['dashboard/src', 'preact', 'wouter-preact', 'temporal-polyfill'] },
  'dashboard/src/api':      { values: ['dashboard/src/api', 'preact', 'openapi-fetch', '@simplewebauthn/browser'] },
  'dashboard/src/components': { values: ['dashboard/src/components', 'dashboard/src/api', 'dashboard/src/platforms.ts', 'dashboard/src/session-context.tsx', 'dashboard/src/time-zone.tsx', 'dashboard/src/times.ts', 'dashboard/src/words.ts', 'preact', 'wouter-preact', 'uplot'] },
  'dashboard/src/screens/calendar': { values: ['dashboard/src', '@fullcalendar/preact', 'temporal-polyfill', 'preact', 'wouter-preact'] },
  'bin':                    { values: ['bin', 'tools', 'lib', 'aws-cdk-lib', 'node:'] },
};

const MAX_FILE_LINES = 250;

/** The one module that imports by computed paths: every declaration. */
const DISCOVERY = 'lib/bundle/endpoints.ts';
// biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
const COMPUTED_IMPORT = 'await import(`./${file}`)';

const MODULES = modulesIn('bin', 'dashboard', 'functions', 'lib', 'tools');
const IMPORTS = MODULES.flatMap((module) => module.imports);

function isWithin(target: string, row: string): boolean {
  return target === row || target.startsWith(/[:/]$/.test(row) ? row : `${row}/`);
}

function rowOf(path: string): Row | undefined {
  const rows = Object.keys(ARROWS).filter((row) => isWithin(path, row));
  return ARROWS[rows.sort((one, other) => other.length - one.length)[0] ?? ''];
}

function isAllowed(row: Row | undefined, { target, isTypeOnly }: Import): boolean {
  const rows = isTypeOnly ? [...(row?.values ?? []), ...(row?.types ?? [])] : (row?.values ?? []);
  return rows.some((row) => isWithin(target, row));
}

/** The imports of these modules that the table does not allow, as arrows. */
function forbiddenImports(modules: Module[]): string[] {
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

  it('exist for every row of the table', () => {
    const empty = Object.keys(ARROWS).filter((row) => !MODULES.some(({ path }) => isWithin(path, row)));
    expect(empty).toEqual([]);
  });

  it('have no import that was not read', () => {
    for (const { path, imports } of MODULES) {
      const lines = sourceOf(path)
        .replace(COMPUTED_IMPORT, '')
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

describe('every arrow', () => {
  it.each(Object.keys(ARROWS))('that leaves %s is in the table', (row) => {
    const modules = MODULES.filter(({ path }) => isWithin(path, row));
    expect(forbiddenImports(modules)).toEqual([]);
  });

  it('starts in a row of the table', () => {
    expect(MODULES.filter(({ path }) => !rowOf(path)).map(({ path }) => path)).toEqual([]);
  });

  it('goes nowhere into functions/', () => {
    expect(IMPORTS.filter(({ target }) => isWithin(target, 'functions'))).toEqual([]);
  });

  it('goes into tools only from bin and tools', () => {
    const importers = MODULES.filter(({ imports }) => imports.some(({ target }) => isWithin(target, 'tools')));
    const others = importers.filter(({ path }) => !isWithin(path, 'bin') && !isWithin(path, 'tools'));
    expect(others.map(({ path }) => path)).toEqual([]);
  });

  it('goes nowhere from the simulated platforms to the publishers they are there to try', () => {
    const simulator = MODULES.filter(({ path }) => isWithin(path, 'tools/simulator'));
    expect(simulator.length).toBeGreaterThan(5);
    const arrows = simulator.flatMap(({ imports }) => imports);
    expect(arrows.filter(({ target }) => isWithin(target, 'lib/platforms'))).toEqual([]);
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
      expect(own.map((declaration) => declaration.path)).toEqual([path.replace('functions/', 'lib/api/')]);
    }
  });

  it('leads from no function to the list of all declarations', () => {
    const functions = MODULES.filter(({ path }) => isWithin(path, 'functions'));
    const reaching = functions.filter(({ path }) => reachableFrom(path, MODULES).has(DISCOVERY));
    expect(reaching.map(({ path }) => path)).toEqual([]);
  });

  it('is part of no loop, types aside', () => {
    expect(findCycles(MODULES)).toEqual([]);
  });
});

describe('every file', () => {
  it(`has at most ${MAX_FILE_LINES} lines`, () => {
    const long = MODULES.filter(({ lines }) => lines > MAX_FILE_LINES);
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
    ['lib/api/x.ts', "import type { Item } from '../table/schema.ts';"],
    ['lib/platforms/x.ts', "import { log } from '../observability/log.ts';"],
    ['lib/table/x.ts', "import { ROUTES } from '../api/routes.ts';"],
    ['lib/http/x.ts', "import { handle } from '../workers/stream/dispatch.ts';"],
    ['lib/http/x.ts', "import { handler } from 'aws-lambda';"],
    ['lib/stack/x.ts', "import { settings } from '../config/settings.ts';"],
    ['lib/stack/x.ts', "import { load } from '../table/read.ts';"],
    ['tools/simulator/x.ts', "import { PUBLISHERS } from '../../lib/platforms/platforms.ts';"],
    ['tools/local-stack/x.ts', "import { handler } from '../../functions/content/get.ts';"],
    ['lib/nowhere/x.ts', "import { one } from './one.ts';"],
  ])('finds the forbidden import in %s: %s', (path, source) => {
    expect(forbiddenImports([moduleOf(path, source)]).length).toBe(1);
  });

  it('finds a loop over three modules, and none where types close it', () => {
    const loop = (last: string) => [
      moduleOf('lib/a.ts', "import { b } from './b.ts';"),
      moduleOf('lib/b.ts', "import { c } from './c.ts';"),
      moduleOf('lib/c.ts', last),
    ];
    expect(findCycles(loop("import { a } from './a.ts';"))).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/a.ts']]);
    expect(findCycles(loop("import type { A } from './a.ts';"))).toEqual([]);
  });
});
