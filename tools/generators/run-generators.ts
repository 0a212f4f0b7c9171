import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documentsFolder } from '../../lib/bundle/documents.ts';
import type { RunCommand } from '../python/virtual-environment.ts';
import type { Generator } from './generator.ts';
import { OAPI_CODEGEN } from './go.ts';
import { OPENAPI_GENERATOR_GO, OPENAPI_GENERATOR_PYTHON } from './openapi-generator.ts';
import { OPENAPI_PYTHON_CLIENT } from './python.ts';
import { OPENAPI_TYPESCRIPT } from './typescript.ts';

/** The generators that the document for clients is checked with, the fastest first. */
export const GENERATORS: readonly Generator[] = [
  OPENAPI_TYPESCRIPT,
  OAPI_CODEGEN,
  OPENAPI_PYTHON_CLIENT,
  OPENAPI_GENERATOR_PYTHON,
  OPENAPI_GENERATOR_GO,
];

/** The outcome of a generator: the lines of a client that compiles, or the reason for which there is none. */
export interface Outcome {
  generator: Generator;
  result: 'compiles' | 'failed' | 'not run';
  lines: number;
  seconds: number;
  reason: string;
}

/** Install each generator, generate a client from `openapi-client.json` into a folder below `folder`, and compile it. */
export async function runGenerators(
  run: RunCommand,
  generators: readonly Generator[],
  folder: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const generator of generators) outcomes.push(await runGenerator(run, generator, folder));
  return outcomes;
}

async function runGenerator(run: RunCommand, generator: Generator, folder: string): Promise<Outcome> {
  const clientFolder = resolve(folder, 'generators', generator.name.replaceAll(/[^a-z]+/gi, '-'));
  rmSync(clientFolder, { recursive: true, force: true });
  mkdirSync(clientFolder, { recursive: true });
  const outcome = { generator, lines: 0, seconds: 0, reason: '' };
  try {
    await generator.install(run);
  } catch (error) {
    return { ...outcome, result: 'not run', reason: (error as Error).message };
  }
  const start = performance.now();
  const secondsSince = () => Math.round((performance.now() - start) / 1000);
  try {
    await generator.generate(run, join(documentsFolder(), 'openapi-client.json'), clientFolder);
    const lines = linesOf(clientFolder, generator.ending);
    await generator.compile(run, clientFolder);
    return { ...outcome, result: 'compiles', lines, seconds: secondsSince() };
  } catch (error) {
    return { ...outcome, result: 'failed', seconds: secondsSince(), reason: (error as Error).message };
  }
}

function linesOf(folder: string, ending: string): number {
  const counts = globSync(`**/*${ending}`, { cwd: folder }).map(
    (file) => readFileSync(join(folder, file), 'utf8').split('\n').length - 1,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
