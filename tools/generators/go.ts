import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunCommand } from '../python/virtual-environment.ts';
import { type GoProgram, installGoProgram, pathOfGoProgram } from '../real/go-program.ts';
import type { Generator } from './generator.ts';

const PROGRAM: GoProgram = {
  name: 'oapi-codegen',
  package: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
  version: 'v2.8.2',
};

const MODULE = `module example.com/client

go 1.24

require github.com/oapi-codegen/runtime v1.9.0
`;

// Every schema, also those that only `x-open-enum` references: they become constants.
const CONFIGURATION = `package: client
generate:
  models: true
  client: true
output-options:
  skip-prune: true
`;

export const OAPI_CODEGEN: Generator = {
  name: PROGRAM.name,
  version: PROGRAM.version,
  ending: '.go',
  install: () => installGoProgram(PROGRAM),
  generate: async (run, document, folder) => {
    const configuration = join(folder, 'configuration.yaml');
    writeFileSync(join(folder, 'go.mod'), MODULE);
    writeFileSync(configuration, CONFIGURATION);
    mkdirSync(join(folder, 'client'));
    const output = join(folder, 'client/client.gen.go');
    await run(pathOfGoProgram(PROGRAM), ['-config', configuration, '-o', output, document]);
  },
  compile: vet,
};

/** Check a Go module with `go vet`, which compiles it, after its dependencies are downloaded. */
export async function vet(run: RunCommand, folder: string): Promise<void> {
  await run('go', ['-C', folder, 'mod', 'tidy']);
  await run('go', ['-C', folder, 'vet', './...']);
}
