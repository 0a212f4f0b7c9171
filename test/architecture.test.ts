import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findCycles,
  findFolderCycles,
  type Import,
  importsIn,
  type Module,
  modulesIn,
  reachableFrom,
  sourceOf,
} from './modules.ts';

/** The features of `lib`. A folder imports those before it, and never one after it, by value or by type. */
// biome-ignore format: one line shows the order.
const ORDER = ['platforms', 'core', 'adapters', 'identity', 'media', 'accounts', 'content', 'publishing', 'analytics', 'webhooks', 'notifications', 'audit', 'agents', 'app', 'bundle', 'stack'];

/** What the modules of one row may import besides each other, separated by spaces, and what further for types only. */
interface Row {
  values: string;
  types?: string;
}

/**
 * The allowed imports of each folder of `lib`, whose names stand without `lib/`. The longest row that holds a module is
 * its row; a module of no row has no allowed import. `node:` and `@aws-sdk/` stand for everything that begins so.
 */
// biome-ignore format: one row per line is what makes it a table.
const FOLDERS: Record<string, Row> = {
  'lib/platforms/definition':      { values: '' },
  'lib/platforms/text':            { values: 'platforms/facts/twitter' },
  'lib/platforms/facts':           { values: 'platforms/definition platforms/text platforms/facts/bluesky platforms/facts/instagram platforms/facts/linkedin platforms/facts/twitter' },
  'lib/platforms/facts/bluesky':   { values: 'platforms/definition platforms/text platforms/facts/twitter' },
  'lib/platforms/facts/instagram': { values: 'platforms/definition platforms/text' },
  'lib/platforms/facts/linkedin':  { values: 'platforms/definition platforms/text' },
  'lib/platforms/facts/sandbox':   { values: '', types: 'platforms/definition' },
  'lib/platforms/facts/twitter':   { values: 'platforms/definition platforms/text punycode' },
  'lib/core/aws':                  { values: '@aws-sdk/ core/retry' },
  'lib/core/config':               { values: '', types: 'platforms/facts' },
  'lib/core/crypto':               { values: 'core/aws core/config @aws-sdk/ node:' },
  'lib/core/email':                { values: 'core/config core/observability core/queue core/retry core/table core/values @aws-sdk/ node:' },
  'lib/core/fairness':             { values: '' },
  'lib/core/http':                 { values: 'platforms/facts core/problems core/values node: preact preact-render-to-string' },
  'lib/core/net':                  { values: 'node:' },
  'lib/core/observability':        { values: '@aws-lambda-powertools/metrics', types: 'platforms/facts' },
  'lib/core/problems':             { values: '', types: 'platforms/facts zod' },
  'lib/core/queue':                { values: 'core/config core/observability core/retry core/stream @aws-sdk/ node:', types: 'platforms/facts aws-lambda' },
  'lib/core/rate-limit':           { values: 'core/config core/observability core/retry core/table @aws-sdk/ node:' },
  'lib/core/retry':                { values: 'core/values node:' },
  'lib/core/stream':               { values: 'core/aws core/config core/observability core/retry core/table core/values @aws-sdk/', types: 'aws-lambda' },
  'lib/core/table':                { values: 'core/observability core/retry core/values @aws-sdk/ node:' },
  'lib/core/values':               { values: 'core/problems' },
  'lib/core/api':                  { values: 'platforms/facts core/problems zod', types: 'core/crypto core/table' },
  'lib/core/events':               { values: 'platforms/facts zod', types: 'core/api core/table' },
  'lib/adapters':                  { values: 'platforms/facts/sandbox adapters/bluesky adapters/instagram adapters/linkedin adapters/sandbox adapters/twitter', types: 'platforms/facts adapters/kit' },
  'lib/adapters/bluesky':          { values: 'platforms/text platforms/facts/bluesky core/net adapters/kit adapters/kit/http adapters/kit/media adapters/kit/oauth @ipld/dag-cbor multiformats node:', types: 'platforms/definition' },
  'lib/adapters/instagram':        { values: 'platforms/text platforms/facts/instagram adapters/kit adapters/kit/http adapters/kit/media adapters/kit/oauth adapters/kit/webhooks node: zod', types: 'platforms/definition' },
  'lib/adapters/linkedin':         { values: 'platforms/text platforms/facts/linkedin adapters/kit adapters/kit/http adapters/kit/media adapters/kit/oauth adapters/kit/webhooks zod', types: 'platforms/definition' },
  'lib/adapters/sandbox':          { values: 'platforms/text platforms/facts platforms/facts/sandbox adapters/kit/oauth node:', types: 'adapters/kit' },
  'lib/adapters/twitter':          { values: 'platforms/definition platforms/text platforms/facts/twitter adapters/kit/http adapters/kit/media adapters/kit/oauth adapters/kit/webhooks zod', types: 'adapters/kit' },
  'lib/adapters/kit':              { values: '', types: 'platforms/definition platforms/facts core/config core/net' },
  'lib/adapters/kit/http':         { values: 'core/net node:', types: 'platforms/definition adapters/kit' },
  'lib/adapters/kit/media':        { values: 'platforms/definition core/net adapters/kit adapters/kit/http' },
  'lib/adapters/kit/oauth':        { values: 'adapters/kit/http node:', types: 'platforms/definition adapters/kit' },
  'lib/adapters/kit/webhooks':     { values: 'platforms/facts node: zod' },
  'lib/identity/api':              { values: 'core/config core/rate-limit core/api identity/rules identity/rules/oauth zod' },
  'lib/identity/rules':            { values: 'core/problems core/rate-limit core/retry core/values core/api', types: 'core/config core/email' },
  'lib/identity/rules/oauth':      { values: 'core/problems core/values core/api identity/rules' },
  'lib/identity/store':            { values: 'core/config core/crypto core/email core/problems core/rate-limit core/retry core/table core/values identity/rules identity/rules/oauth @aws-sdk/', types: 'core/api' },
  'lib/identity/pipeline':         { values: 'platforms/facts core/config core/crypto core/observability core/problems core/rate-limit core/retry core/table core/values core/api identity/rules identity/rules/oauth identity/store @middy/ node:', types: 'aws-lambda zod' },
  'lib/identity/steps':            { values: 'core/config core/crypto core/email core/problems core/rate-limit core/table core/values identity/rules identity/rules/oauth identity/store identity/pipeline @simplewebauthn/server node:' },
  'lib/identity/steps/oauth':      { values: 'core/config core/crypto core/net core/problems core/rate-limit core/table core/values identity/rules identity/rules/oauth identity/store identity/pipeline identity/steps node:' },
  'lib/identity/workers':          { values: 'core/config core/crypto core/email core/observability core/rate-limit core/retry core/stream core/table core/values identity/rules identity/store node:' },
  'lib/media/api':                 { values: 'platforms/definition core/api media/rules zod' },
  'lib/media/rules':               { values: 'platforms/facts core/config core/problems core/values', types: 'platforms/definition' },
  'lib/media/files':               { values: '', types: 'media/rules' },
  'lib/media/images':              { values: 'media/rules media/files node: sharp', types: 'platforms/definition' },
  'lib/media/video':               { values: 'media/files', types: 'platforms/definition' },
  'lib/media/store':               { values: 'core/table identity/store media/rules' },
  'lib/media/steps':               { values: 'platforms/facts core/aws core/config core/net core/problems media/rules media/store' },
  'lib/media/events':              { values: 'core/events media/api media/rules' },
  'lib/media/workers':             { values: 'platforms/facts core/aws core/config core/crypto core/net core/observability core/problems core/queue core/rate-limit core/retry core/stream core/table core/values identity/store media/rules media/files media/images media/video media/store node:', types: 'platforms/definition' },
  'lib/accounts/api':              { values: 'platforms/facts core/api accounts/rules zod' },
  'lib/accounts/rules':            { values: 'platforms/facts platforms/facts/sandbox core/retry core/values', types: 'adapters/kit identity/rules' },
  'lib/accounts/store':            { values: 'platforms/facts core/crypto core/table core/values identity/store accounts/rules node:', types: 'identity/rules' },
  'lib/accounts/credentials':      { values: 'platforms/facts core/config core/crypto core/observability core/problems core/retry core/table core/values adapters adapters/bluesky accounts/rules accounts/store node:', types: 'adapters/kit' },
  'lib/accounts/steps':            { values: 'platforms/facts core/config core/crypto core/observability core/problems core/retry core/table core/values adapters identity/rules identity/store identity/pipeline accounts/rules accounts/store accounts/credentials node:', types: 'platforms/definition adapters/kit' },
  'lib/accounts/pages':            { values: 'platforms/facts core/http accounts/rules accounts/steps preact', types: 'identity/pipeline' },
  'lib/accounts/events':           { values: 'core/events core/values accounts/rules zod' },
  'lib/accounts/workers':          { values: 'core/fairness core/observability core/stream accounts/store accounts/credentials', types: 'accounts/rules' },
  'lib/content/api':               { values: 'platforms/facts core/api media/api content/rules zod' },
  'lib/content/rules':             { values: 'platforms/facts platforms/facts/sandbox core/api core/crypto core/email core/problems core/retry core/values identity/rules media/rules accounts/rules', types: 'adapters/kit platforms/definition' },
  'lib/content/store':             { values: 'platforms/facts core/crypto core/problems core/table core/values identity/store media/store accounts/store content/rules node:', types: 'adapters/kit identity/rules accounts/rules' },
  'lib/content/steps':             { values: 'core/crypto core/http core/problems core/retry core/values identity/rules identity/store identity/pipeline identity/steps media/store media/steps accounts/store accounts/steps content/rules content/store node: core/aws core/config core/net core/observability core/rate-limit media/files media/rules', types: 'core/table platforms/definition platforms/facts accounts/rules content/api' },
  'lib/content/events':            { values: 'core/events content/api content/rules' },
  'lib/content/pages':             { values: 'platforms/facts core/crypto core/http core/problems core/rate-limit core/values identity/store identity/pipeline media/steps accounts/store content/api content/rules content/store preact content/steps', types: 'core/table identity/rules accounts/rules' },
  'lib/content/workers':           { values: 'core/config core/email core/observability core/retry core/stream core/table identity/store identity/steps accounts/rules accounts/store content/rules content/store core/aws media/rules', types: 'identity/rules' },
  'lib/publishing/api':            { values: 'core/api zod' },
  'lib/publishing/rules':          { values: 'platforms/facts core/problems core/retry core/values accounts/rules content/rules', types: 'adapters/kit identity/rules' },
  'lib/publishing/steps':          { values: 'platforms/facts core/aws core/config core/net core/observability core/queue core/rate-limit core/retry core/table core/values adapters identity/store media/rules accounts/rules accounts/store accounts/credentials content/rules content/store publishing/rules node: core/crypto', types: 'platforms/definition adapters/kit' },
  'lib/publishing/workers':        { values: 'core/config core/observability core/queue core/retry core/stream core/table content/store @aws-sdk/', types: 'platforms/facts content/rules publishing/steps' },
  'lib/analytics/api':             { values: 'core/api analytics/rules zod' },
  'lib/analytics/rules':           { values: 'platforms/facts core/fairness core/retry core/values content/rules @orama/stopwords accounts/rules', types: 'core/problems adapters/kit' },
  'lib/analytics/store':           { values: 'platforms/facts core/crypto core/retry core/table core/values accounts/rules analytics/rules' },
  'lib/analytics/steps':           { values: 'core/config core/problems core/table core/values identity/pipeline accounts/rules accounts/store content/store analytics/rules analytics/store', types: 'platforms/facts adapters/kit' },
  'lib/analytics/events':          { values: 'core/values core/events accounts/rules analytics/rules' },
  'lib/analytics/workers':         { values: 'platforms/facts core/config core/fairness core/observability core/queue core/retry core/stream core/table core/values adapters adapters/kit/http accounts/rules accounts/store accounts/credentials content/rules content/store publishing/steps analytics/rules analytics/store analytics/steps', types: 'adapters/kit' },
  'lib/webhooks/api':              { values: 'core/api webhooks/rules webhooks/events zod' },
  'lib/webhooks/rules':            { values: 'core/problems core/retry core/values node:' },
  'lib/webhooks/store':            { values: 'core/crypto core/problems core/retry core/table core/values webhooks/rules webhooks/events node:' },
  'lib/webhooks/delivery':         { values: 'core/crypto core/net core/problems core/rate-limit webhooks/rules node:' },
  'lib/webhooks/events':           { values: 'core/events media/events accounts/events content/events analytics/events webhooks/rules zod', types: 'core/api core/table' },
  'lib/webhooks/steps':            { values: 'core/api core/config core/net core/observability core/values identity/rules identity/store webhooks/rules webhooks/store webhooks/delivery webhooks/events', types: 'core/table identity/pipeline' },
  'lib/webhooks/workers':          { values: 'core/config core/observability core/queue core/retry core/table core/values identity/store webhooks/rules webhooks/store webhooks/delivery webhooks/events webhooks/steps node:', types: 'core/api identity/rules' },
  'lib/notifications/api':         { values: 'platforms/facts core/api notifications/rules zod' },
  'lib/notifications/rules':       { values: 'platforms/facts core/crypto core/email core/values accounts/rules content/rules', types: 'core/api identity/rules webhooks/rules' },
  'lib/notifications/store':       { values: 'core/retry core/stream core/table core/values notifications/rules' },
  'lib/notifications/steps':       { values: 'identity/store notifications/rules notifications/store', types: 'identity/pipeline identity/rules' },
  'lib/notifications/workers':     { values: 'core/config core/email core/queue core/stream core/table identity/steps identity/store content/rules content/store notifications/rules notifications/store', types: 'identity/rules accounts/rules webhooks/rules' },
  'lib/audit/api':                 { values: 'core/table core/api audit/rules zod' },
  'lib/audit/rules':               { values: 'core/values', types: 'core/table identity/rules media/rules accounts/rules content/rules webhooks/rules' },
  'lib/audit/store':               { values: 'core/config core/crypto core/retry core/stream core/table core/values audit/rules node:', types: 'aws-lambda' },
  'lib/agents':                    { values: 'core/problems identity/pipeline agents/mcp agents/tools agents/resources agents/prompts agents/skills agents/events', types: 'core/table' },
  'lib/agents/mcp':                { values: 'core/problems core/api' },
  'lib/agents/tools':              { values: 'platforms/facts core/api core/problems core/values identity/pipeline content/rules analytics/rules node: zod', types: 'platforms/definition identity/api media/api accounts/api content/api analytics/api webhooks/api agents/mcp' },
  'lib/agents/resources':          { values: 'core/values agents/mcp agents/tools' },
  'lib/agents/events':             { values: 'identity/pipeline webhooks/rules webhooks/events agents/mcp agents/tools', types: 'core/table webhooks/steps' },
  'lib/agents/prompts':            { values: 'agents/mcp' },
  'lib/agents/skills':             { values: 'node:', types: 'agents/mcp' },
  'lib/app/email':                 { values: 'core/values identity/workers content/rules content/workers notifications/workers' },
  'lib/app/site':                  { values: 'core/aws core/crypto core/http node:', types: 'identity/pipeline aws-lambda' },
  'lib/app/stream':                { values: 'core/observability core/retry core/stream core/table identity/workers media/workers accounts/workers content/workers publishing/workers analytics/workers webhooks/events webhooks/workers notifications/workers audit/store app/sweep', types: 'core/events identity/rules media/rules accounts/rules content/rules analytics/rules audit/rules aws-lambda' },
  'lib/app/sweep':                 { values: 'core/config core/observability core/queue core/retry core/stream core/table accounts/store content/store publishing/rules analytics/rules analytics/store webhooks/store', types: 'content/rules publishing/steps webhooks/workers' },
  'lib/app/api':                   { values: 'core/api zod' },
  'lib/bundle':                    { values: 'platforms/facts core/http identity/pipeline agents/events agents/mcp agents/skills dashboard esbuild node: zod', types: 'core/api' },
  'lib/stack':                     { values: 'platforms/facts core/config core/crypto core/http core/observability core/retry core/table core/values core/api media/rules agents/mcp agents/tools app/stream bundle aws-cdk-lib cdk-nag node: zod', types: 'webhooks/rules constructs' },
};

/** The allowed imports of the other folders: folders and packages, of which a name stands for everything below it. */
// biome-ignore format: one row per line is what makes it a table.
const OTHERS: Record<string, Row> = {
  'functions':                  { values: 'lib node:', types: 'aws-lambda' },
  'functions/mcp.ts':           { values: 'lib functions node:' },
  'tools/simulator':            { values: 'tools/simulator lib/platforms/facts/platform.ts twitter-text @ipld/dag-cbor multiformats node:' },
  'tools/generate':             { values: 'tools lib zod twitter-text node:' },
  'tools':                      { values: 'tools lib @aws-sdk/ zod node:' },
  'tools/demo':                 { values: 'tools/local-stack lib/core/values sharp node:', types: 'lib/platforms/facts' },
  'tools/template-lint':        { values: 'tools lib aws-cdk-lib node:' },
  // Bundles the peers of the service as the service is bundled.
  'evaluation':                 { values: 'tools lib @aws-sdk/ esbuild node:' },
  'dashboard/build.ts':         { values: 'node: esbuild' },
  'dashboard/draw-icons.ts':    { values: 'node: sharp' },
  // A client of the public API: it shares no code with the service.
  'dashboard/src':              { values: 'dashboard/src preact wouter-preact temporal-polyfill lucide-preact' },
  'dashboard/src/content':      { values: 'dashboard/src preact wouter-preact lucide-preact diff' },
  'dashboard/src/api':          { values: 'dashboard/src/api dashboard/src/language preact openapi-fetch @simplewebauthn/browser' },
  'dashboard/src/language':     { values: 'dashboard/src/language intl-messageformat dashboard/languages', types: 'preact' },
  'dashboard/src/components':   { values: 'dashboard/src/components dashboard/src/api dashboard/src/language dashboard/src/platforms.ts dashboard/src/session-context.tsx dashboard/src/time-zone.tsx dashboard/src/times.ts dashboard/src/words.ts preact wouter-preact uplot lucide-preact' },
  'dashboard/src/screens/calendar':{ values: 'dashboard/src @fullcalendar/preact temporal-polyfill preact wouter-preact lucide-preact' },
  'bin':                        { values: 'bin tools lib aws-cdk-lib node:' },
};

/** The module that imports every declaration, by computed paths. */
const DISCOVERY = 'lib/bundle/endpoints.ts';
/** The computed imports: of the declarations, and of the simulated platforms. */
const COMPUTED_IMPORTS =
  /await import\((?:join\(LIB, file\)|`\.\/\$\{name\}\/index\.ts`|`\.\.\/\.\.\/languages\/\$\{language\}\.json`)\)/;

/** Its measurements are tests, and import what tests import. */
const EVALUATION = ['benchmarks', 'bin', 'capacity-model', 'trend-evaluation'].map((folder) => `evaluation/${folder}`);

const MODULES = modulesIn('bin', 'dashboard', 'functions', 'lib', 'tools', ...EVALUATION);
const IMPORTS = MODULES.flatMap((module) => module.imports);

/** The imports within lib, by value or by type, from one path to another. */
const LIB_IMPORTS = MODULES.filter(({ path }) => path.startsWith('lib/')).flatMap(({ path, imports }) =>
  imports.filter(({ target }) => target.startsWith('lib/')).map(({ target }): [string, string] => [path, target]),
);

function featureOf(path: string): string {
  return path.split('/')[1]!;
}

function isWithin(target: string, row: string): boolean {
  return target === row || target.startsWith(/[:/]$/.test(row) ? row : `${row}/`);
}

/** Return the name of the row of a module, or undefined. */
function rowOf(path: string): string | undefined {
  const rows = [...Object.keys(FOLDERS), ...Object.keys(OTHERS)].filter((row) => isWithin(path, row));
  return rows.sort((one, other) => other.length - one.length)[0];
}

/** Return the entries of a list of allowed imports. */
function entriesOf(row: string, list = ''): string[] {
  const isFeature = (name: string) => ORDER.includes(name.split('/')[0]!);
  return list.split(' ').map((name) => (row in FOLDERS && isFeature(name) ? `lib/${name}` : name));
}

/** Return whether an entry of a row stands for a module or package. A row of `lib` stands for its own modules only. */
function covers(entry: string, target: string): boolean {
  return entry in FOLDERS ? rowOf(target) === entry : isWithin(target, entry);
}

function isAllowed(row: string | undefined, { target, isTypeOnly }: Import): boolean {
  if (row === undefined) return false;
  const { values, types } = FOLDERS[row] ?? OTHERS[row]!;
  const entries = [row, ...entriesOf(row, values), ...(isTypeOnly ? entriesOf(row, types) : [])];
  return entries.some((entry) => covers(entry, target));
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

  it('exist for every row of the tables', () => {
    const empty = [...Object.keys(FOLDERS), ...Object.keys(OTHERS)].filter(
      (row) => !MODULES.some(({ path }) => isWithin(path, row)),
    );
    expect(empty).toEqual([]);
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
  it.each([...Object.keys(FOLDERS), ...Object.keys(OTHERS)])('of %s is in its row', (row) => {
    const modules = MODULES.filter(({ path }) => rowOf(path) === row);
    expect(forbiddenImports(modules)).toEqual([]);
  });

  it.each(Object.entries(FOLDERS))('that the row of %s allows is used', (row, { values, types }) => {
    const imports = MODULES.filter(({ path }) => rowOf(path) === row).flatMap((module) => module.imports);
    const isUsed = (entry: string, isTypeOnly: boolean) =>
      imports.some((one) => one.isTypeOnly === isTypeOnly && covers(entry, one.target));
    expect(entriesOf(row, values).filter((entry) => entry && !isUsed(entry, false))).toEqual([]);
    expect(entriesOf(row, types).filter((entry) => entry && !isUsed(entry, true))).toEqual([]);
  });

  it('within lib goes to the same feature or to an earlier one', () => {
    const upward = LIB_IMPORTS.filter(([from, to]) => ORDER.indexOf(featureOf(to)) > ORDER.indexOf(featureOf(from)));
    expect(upward).toEqual([]);
  });

  it('within lib stays, in at least 65 of 100 cases, within its feature or goes to core', () => {
    const near = LIB_IMPORTS.filter(([from, to]) => featureOf(to) === 'core' || featureOf(to) === featureOf(from));
    expect(near.length / LIB_IMPORTS.length).toBeGreaterThan(0.65);
  });

  it('starts in a row of the tables', () => {
    expect(MODULES.filter(({ path }) => !rowOf(path)).map(({ path }) => path)).toEqual([]);
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
    const simulator = MODULES.filter(({ path }) => isWithin(path, 'tools/simulator'));
    expect(simulator.length).toBeGreaterThan(5);
    const arrows = simulator.flatMap(({ imports }) => imports);
    expect(arrows.filter(({ target }) => isWithin(target, 'lib/adapters'))).toEqual([]);
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

  it('is part of no loop of modules, types aside, and of folders of lib, types included', () => {
    expect([findCycles(MODULES), findFolderCycles(LIB_IMPORTS)]).toEqual([[], []]);
  });
});

describe('what this test looks with', () => {
  it.each([
    ['lib/content/rules/x.ts', "import { hash } from 'node:crypto';"],
    ['lib/content/rules/x.ts', "import { load } from '../../core/table/read.ts';"],
    ['lib/content/rules/x.ts', "import { z } from 'zodiac';"],
    ['lib/content/api/content/x.ts', "import type { Item } from '../../../core/table/schema.ts';"],
    ['lib/platforms/facts/x.ts', "import { log } from '../../core/observability/log.ts';"],
    ['lib/core/table/x.ts', "import { operation } from '../../content/api/content/get.ts';"],
    ['lib/identity/pipeline/x.ts', "import { handle } from '../../app/stream/dispatch.ts';"],
    ['lib/identity/pipeline/x.ts', "import { handler } from 'aws-lambda';"],
    ['lib/stack/x.ts', "import { load } from '../content/store/contents.ts';"],
    ['lib/publishing/steps/x.ts', "import { publish } from '../../adapters/twitter/publish.ts';"],
    ['tools/simulator/x.ts', "import { PUBLISHERS } from '../../lib/adapters/adapters.ts';"],
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

  it('finds a loop of two folders, and none within one', () => {
    const there: [string, string] = ['lib/a/one.ts', 'lib/b/two.ts'];
    expect(findFolderCycles([there, ['lib/b/three.ts', 'lib/a/four.ts']])).toEqual([['lib/a', 'lib/b', 'lib/a']]);
    expect(findFolderCycles([there, ['lib/a/five.ts', 'lib/a/one.ts']])).toEqual([]);
  });
});
