import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Generator, ROOT } from './generator.ts';

// The dashboard has it, with the version of TypeScript that it needs.
const DASHBOARD = join(ROOT, 'dashboard');
const { devDependencies } = JSON.parse(readFileSync(join(DASHBOARD, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};

export const OPENAPI_TYPESCRIPT: Generator = {
  name: 'openapi-typescript',
  version: devDependencies['openapi-typescript']!,
  ending: '.ts',
  install: async () => {},
  generate: (run, document, folder) =>
    run(process.execPath, [
      join(DASHBOARD, 'node_modules/openapi-typescript/bin/cli.js'),
      ...[document, '--output', join(folder, 'schema.ts')],
    ]),
  compile: (run, folder) =>
    run(process.execPath, [
      join(DASHBOARD, 'node_modules/typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--target', 'es2022', '--typeRoots', folder, join(folder, 'schema.ts')],
    ]),
};
