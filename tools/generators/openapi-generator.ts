import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunCommand } from '../python/virtual-environment.ts';
import { type Generator, PROGRAMS } from './generator.ts';
import { vet } from './go.ts';
import { checkTypes, installPython } from './python.ts';

const VERSION = '7.25.0';
const ARTIFACT = `org.openapitools:openapi-generator-cli:${VERSION}`;
const JAR = join(PROGRAMS, `openapi-generator-cli-${VERSION}.jar`);
const WITHOUT = ['apiTests', 'modelTests', 'apiDocs', 'modelDocs'].map((part) => `${part}=false`).join();

export const OPENAPI_GENERATOR_PYTHON: Generator = {
  name: 'openapi-generator (Python)',
  version: VERSION,
  ending: '.py',
  install: async (run) => {
    await installJar(run);
    await installPython(run);
  },
  generate: (run, document, folder) => generate(run, document, folder, ['python', 'packageName=client']),
  compile: checkTypes,
};

export const OPENAPI_GENERATOR_GO: Generator = {
  name: 'openapi-generator (Go)',
  version: VERSION,
  ending: '.go',
  install: async (run) => {
    await installJar(run);
    await run('go', ['version']);
  },
  generate: (run, document, folder) =>
    generate(run, document, folder, ['go', 'packageName=client,enumClassPrefix=true']),
  compile: vet,
};

async function installJar(run: RunCommand): Promise<void> {
  await run('java', ['-version']);
  if (existsSync(JAR)) return;
  await run('mvn', ['--quiet', 'dependency:copy', `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${PROGRAMS}`]);
}

function generate(
  run: RunCommand,
  document: string,
  folder: string,
  [language, properties]: [string, string],
): Promise<unknown> {
  return run('java', [
    ...['-jar', JAR, 'generate', '--input-spec', document, '--generator-name', language, '--output', folder],
    ...['--global-property', WITHOUT, '--additional-properties', properties],
  ]);
}
