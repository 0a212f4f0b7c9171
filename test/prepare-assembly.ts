import type { TestProject } from 'vitest/node';
import { cacheAssembly } from '../tools/local-stack/assembly-cache.ts';
import { findTable } from '../tools/local-stack/table.ts';

/**
 * Synthesize the local stage once per run, and install the program of the table where npm ci has not, before the first
 * worker asks for them. A run that names only files of other projects does not: bundling all functions needs 3 GB of memory.
 */
export default async function prepareAssembly(project: TestProject): Promise<void> {
  // Vitest does not declare the names of files that its command line has.
  const { filenamePattern } = project.vitest as unknown as { filenamePattern?: string[] };
  const { testFiles } = await project.globTestFiles(filenamePattern);
  if (testFiles.length === 0) return;
  await findTable(console.error);
  await cacheAssembly();
}
