import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { createCommandChildren } from '../tools/deploy-smoke-test/child-processes.ts';
import { lintTemplates } from '../tools/template-lint/lint-templates.ts';

endWithReader();

const children = createCommandChildren();

try {
  await lintTemplates(children.run, process.env.LOCAL_FOLDER ?? '.local', console.log);
  console.log('The templates have no errors.');
} catch (error) {
  console.error(`The templates are not valid: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
