import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documentsFolder } from '../../lib/bundle/documents.ts';
import type { RunCommand } from '../python/virtual-environment.ts';
import { type GoProgram, installGoProgram, pathOfGoProgram } from '../real/go-program.ts';

/** A program that others wrote. */
interface Generator {
  name: string;
  /** Install the program. Throws when it cannot be. */
  install: () => Promise<void>;
  /** Generate a client of the document, a file, into an empty folder, and compile it. Throws with the errors of the compiler. */
  compileClient: (run: RunCommand, document: string, folder: string) => Promise<void>;
}

/** The outcome of a generator. */
export interface Outcome {
  name: string;
  result: 'compiles' | 'failed' | 'not run';
  /** Why there is no client that compiles. */
  reason: string;
}

// The dashboard has the generator, and the version of TypeScript that it needs.
const DASHBOARD_PACKAGES = resolve(import.meta.dirname, '../../dashboard/node_modules');

const OPENAPI_TYPESCRIPT: Generator = {
  name: 'openapi-typescript',
  install: async () => {},
  compileClient: async (run, document, folder) => {
    const file = join(folder, 'schema.ts');
    await run(process.execPath, [
      join(DASHBOARD_PACKAGES, 'openapi-typescript/bin/cli.js'),
      document,
      ...['--output', file],
    ]);
    const strict = ['--noEmit', '--strict', '--target', 'es2022', '--typeRoots', folder];
    await run(process.execPath, [join(DASHBOARD_PACKAGES, 'typescript/bin/tsc'), ...strict, file]);
  },
};

const OAPI_CODEGEN: GoProgram = {
  name: 'oapi-codegen',
  package: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
  version: 'v2.8.2',
};
const GO_MODULE = 'module example.com/client\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n';
// Every schema, also those that only `x-open-enum` references: they become constants.
const CONFIGURATION = `package: client
generate:
  models: true
  client: true
output-options:
  skip-prune: true
`;

const GO_GENERATOR: Generator = {
  name: OAPI_CODEGEN.name,
  install: () => installGoProgram(OAPI_CODEGEN),
  compileClient: async (run, document, folder) => {
    const configuration = join(folder, 'configuration.yaml');
    writeFileSync(configuration, CONFIGURATION);
    writeFileSync(join(folder, 'go.mod'), GO_MODULE);
    const output = join(folder, 'client.gen.go');
    await run(pathOfGoProgram(OAPI_CODEGEN), ['-config', configuration, '-o', output, document]);
    await run('go', ['-C', folder, 'mod', 'tidy']);
    await run('go', ['-C', folder, 'vet', './...']);
  },
};

/** Generate a client from `openapi-client.json` with each generator, into a folder below `folder`, and compile it. */
export async function runGenerators(run: RunCommand, folder: string): Promise<Outcome[]> {
  const document = join(documentsFolder(), 'openapi-client.json');
  const outcomes: Outcome[] = [];
  for (const { name, install, compileClient } of [OPENAPI_TYPESCRIPT, GO_GENERATOR]) {
    const clientFolder = resolve(folder, 'generators', name);
    rmSync(clientFolder, { recursive: true, force: true });
    mkdirSync(clientFolder, { recursive: true });
    let result: Outcome['result'] = 'not run';
    let reason = '';
    try {
      await install();
      result = 'failed';
      await compileClient(run, document, clientFolder);
      result = 'compiles';
    } catch (error) {
      reason = (error as Error).message;
    }
    outcomes.push({ name, result, reason });
  }
  return outcomes;
}
