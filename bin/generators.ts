import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { createCommandChildren } from '../tools/deploy-smoke-test/child-processes.ts';
import { runGenerators } from '../tools/generators/run-generators.ts';

endWithReader();

const children = createCommandChildren();

for (const { name, result, reason } of await runGenerators(children.run, process.env.LOCAL_FOLDER ?? '.local')) {
  if (result === 'compiles') console.log(`The client of ${name} compiles.`);
  if (result === 'failed') console.error(`The client of ${name} does not compile: ${reason}`);
  if (result === 'not run') console.error(`NOT RUN: npm run generators: ${name}: ${reason}`);
  if (result === 'failed') process.exitCode = 1;
}
