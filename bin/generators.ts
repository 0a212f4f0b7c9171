import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { createCommandChildren } from '../tools/deploy-smoke-test/child-processes.ts';
import { GENERATORS, runGenerators } from '../tools/generators/run-generators.ts';
import { table } from '../tools/markdown/markdown.ts';

endWithReader();

const USAGE = `npm run generators                  generates a client with every generator, and compiles it
npm run generators -- NAME...       only with these: ${GENERATORS.map(({ name }) => `"${name}"`).join(', ')}`;

const names = process.argv.slice(2);
const chosen = GENERATORS.filter(({ name }) => names.length === 0 || names.includes(name));
if (names.some((name) => !chosen.some((each) => each.name === name))) {
  console.error(USAGE);
  process.exit(2);
}

const children = createCommandChildren();

const outcomes = await runGenerators(children.run, chosen, process.env.LOCAL_FOLDER ?? '.local');
const rows = outcomes.map(({ generator, result, lines, seconds }) => [
  `${generator.name} ${generator.version}`,
  result,
  ...(result === 'compiles' ? [lines.toLocaleString('en'), `${seconds} s`] : ['', '']),
]);
console.log(table(['generator', 'client', 'lines', 'time'], rows));
for (const { generator, result, reason } of outcomes) {
  if (result === 'failed') console.error(`\n${generator.name}: ${reason}`);
  if (result === 'not run') console.error(`NOT RUN: npm run generators -- "${generator.name}": ${reason}`);
}
if (outcomes.some(({ result }) => result === 'failed')) process.exitCode = 1;
