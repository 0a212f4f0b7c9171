import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** One import: the specifier, and for one of this project the path of the module from the root of the project. */
export interface Import {
  target: string;
  isTypeOnly: boolean;
}

export interface Module {
  path: string;
  lines: number;
  imports: Import[];
}

// `export` counts only before a list or a star: other exports are declarations, not imports.
const STATIC = /^(?:import\s+(type\s)?(?:[^'";]*?\sfrom\s+)?|export\s+(type\s+)?[{*][^'";]*?\sfrom\s+)'([^']+)'/gm;
const DYNAMIC = /\b(?:import|require)\(\s*'([^']+)'\s*\)/g;

/**
 * The imports in the source of the module at `path`. `import type` and `export type` are for types
 * only; `import { type X }` is not, because `verbatimModuleSyntax` keeps the import itself.
 */
export function importsIn(path: string, source: string): Import[] {
  const code = source.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  const found = [
    ...[...code.matchAll(STATIC)].map(([, one, other, name]) => ({
      name: name!,
      isTypeOnly: !!(one ?? other),
    })),
    ...[...code.matchAll(DYNAMIC)].map(([, name]) => ({ name: name!, isTypeOnly: false })),
  ];
  return found.map(({ name, isTypeOnly }) => {
    // As `imports` of package.json.
    const target = name.replace(/^#adapters\/(.+)$/, 'lib/platforms/$1/adapter/adapter.ts');
    return { target: target.startsWith('.') ? posix.join(dirname(path), target) : target, isTypeOnly };
  });
}

/** Every TypeScript module below these folders of the project, by its path from the root. */
export function modulesIn(...folders: string[]): Module[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT, exclude: ['**/node_modules', '**/*.d.ts'] }))
    .sort()
    .map((path) => {
      const source = sourceOf(path);
      return { path, lines: source.split('\n').length - 1, imports: importsIn(path, source) };
    });
}

export function sourceOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The module at `path` and all modules that its value imports reach: the content of its bundle. */
export function reachableFrom(path: string, modules: Module[]): Set<string> {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const reached = new Set<string>();
  const visit = (at: string) => {
    const module = byPath.get(at);
    if (!module || reached.has(at)) return;
    reached.add(at);
    for (const { target, isTypeOnly } of module.imports) if (!isTypeOnly) visit(target);
  };
  visit(path);
  return reached;
}

/** The cycles among the value imports of these modules, each as its list of paths; type imports load nothing. */
export function findCycles(modules: Module[]): string[][] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const loops: string[][] = [];
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      loops.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    if (done.has(path)) return;
    for (const { target, isTypeOnly } of byPath.get(path)?.imports ?? []) {
      if (!isTypeOnly) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of modules) visit(path, []);
  return loops;
}

/** The groups of modules that import each other, by value or by type, in any number of steps: each as its sorted paths. */
export function findLoops(modules: Module[]): string[][] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const order = new Map<string, number>();
  const open: string[] = [];
  const loops: string[][] = [];
  // Tarjan: returns the earliest open module that this one reaches.
  const visit = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    open.push(path);
    let earliest = own;
    for (const { target } of byPath.get(path)!.imports) {
      if (!byPath.has(target)) continue;
      if (!order.has(target)) earliest = Math.min(earliest, visit(target));
      else if (open.includes(target)) earliest = Math.min(earliest, order.get(target)!);
    }
    if (earliest === own) {
      const loop = open.splice(open.indexOf(path));
      if (loop.length > 1) loops.push(loop.sort());
    }
    return earliest;
  };
  for (const { path } of modules) if (!order.has(path)) visit(path);
  return loops;
}

/**
 * The cycles among the folders of these imports, from one path to another, each as its list of folders. What a feature
 * declares about itself, such as its problems and its jobs, is one file each beside its folders, and not a folder together.
 */
export function findFolderCycles(imports: [from: string, to: string][]): string[][] {
  const folderOf = (path: string) =>
    /^lib\/[\w-]+\/(jobs|notifications|problems)\.ts$/.test(path) ? path : dirname(path);
  const between = imports
    .map(([from, to]) => [folderOf(from), folderOf(to)] as const)
    .filter(([from, to]) => from !== to);
  const targets = Map.groupBy(between, ([from]) => from);
  const folders = [...new Set(between.flat())].map((path): Module => {
    const imports = (targets.get(path) ?? []).map(([, target]) => ({ target, isTypeOnly: false }));
    return { path, lines: 0, imports };
  });
  return findCycles(folders);
}
