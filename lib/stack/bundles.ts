import { globSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { writeDocsFiles } from './docs-files.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Bundles every file of `functions/` in one call and answers the folder of each, by the function's name:
 * `content/create`, `on-table-change`. CommonJS, because ESM loads Node's own http ten times slower.
 */
export function bundleFunctions(outdir: string): Map<string, string> {
  const names = globSync('**/*.ts', { cwd: join(ROOT, 'functions') })
    .map((file) => file.replace(/\.ts$/, ''))
    .sort();
  buildSync({
    entryPoints: names.map((name) => ({
      in: join(ROOT, 'functions', `${name}.ts`),
      out: join(name, 'index'),
    })),
    outdir,
    absWorkingDir: ROOT,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    mainFields: ['module', 'main'],
    sourcemap: 'linked',
    sourcesContent: false,
    alias: {
      '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'environment-credentials.ts'),
    },
    logLevel: 'error',
  });
  for (const name of names) {
    // The project is ESM; without its own word a bundle in its folders would be read as ESM too.
    writeFileSync(join(outdir, name, 'package.json'), '{"type":"commonjs"}\n');
  }
  writeDocsFiles(outdir);
  return new Map(names.map((name) => [name, dirname(join(outdir, name, 'index.js'))]));
}
