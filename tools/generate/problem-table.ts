import { globSync } from 'node:fs';
import { join } from 'node:path';

export const PROBLEM_TABLE_PATH = 'lib/app/problems/problem-types.ts';

const LIB = join(import.meta.dirname, '../../lib');

/** Render the list of all problem types, which each feature declares in its `problems.ts` or `*-problems.ts`. */
export function renderProblemTable(): string {
  const files = globSync('**/{problems,*-problems}.ts', { cwd: LIB }).sort();
  const names = files.map(nameOf);
  const modules = [
    ...files.map((file, index) => [`../../${file}`, `* as ${names[index]}`]),
    ['../../core/problems/define-problem.ts', 'type { Problem }'],
  ];
  const imports = modules.sort().map(([path, imported]) => `import ${imported} from '${path}';`);
  return `// Generated from the problem types of the features by \`npm run generate\`; do not edit.
${imports.join('\n')}

const MODULES: Record<string, Problem>[] = [
${names.map((name) => `  ${name},\n`).join('')}];

/** Every problem type, by its code. */
export const PROBLEM_TYPES: ReadonlyMap<string, Problem> = new Map(
  MODULES.flatMap((module) => Object.values(module))
    .sort((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1))
    .map((problem) => [problem.code, problem]),
);
`;
}

/** Return the path of a module as a name: `identity/rules/oauth/problems.ts` is `identityRulesOauthProblems`. */
function nameOf(file: string): string {
  return file.replace('.ts', '').replaceAll(/[/-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
