import { globSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase, type Import, renderHead, renderRows } from './module-text.ts';

export const PROBLEM_TABLE_PATH = 'lib/app/problems/problem-types.ts';

const LIB = join(import.meta.dirname, '../../lib');

/** Render the list of all problem types, which each feature declares in its `problems.ts` or `*-problems.ts`. */
export function renderProblemTable(): string {
  const files = globSync('**/{problems,*-problems}.ts', { cwd: LIB }).sort();
  const names = files.map((file) => camelCase(file.replace('.ts', '')));
  const imports: Import[] = [
    ...files.map((file, index) => [`../../${file}`, `* as ${names[index]}`] as const),
    ['../../core/problems/define-problem.ts', 'type { Problem }'],
  ];
  return `${renderHead('the problem types of the features', imports)}

const MODULES: Record<string, Problem>[] = [
${renderRows(names)}];

/** Every problem type, by its code. */
export const PROBLEM_TYPES: ReadonlyMap<string, Problem> = new Map(
  MODULES.flatMap((module) => Object.values(module))
    .sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))
    .map((problem) => [problem.code, problem]),
);
`;
}
