import { readFileSync, writeFileSync } from 'node:fs';
import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { checkClients } from '../tools/clients/check-clients.ts';
import { measureClients } from '../tools/clients/figures.ts';
import { createCommandChildren } from '../tools/deploy-smoke-test/child-processes.ts';
import { replaceGeneratedSection } from '../tools/markdown/replace-generated-section.ts';

endWithReader();

const DOC = 'docs/clients.md';

if (process.argv[2] === 'figures') {
  writeFileSync(
    DOC,
    replaceGeneratedSection(readFileSync(DOC, 'utf8'), measureClients(), 'npm run clients -- figures'),
  );
} else {
  const children = createCommandChildren();
  try {
    await checkClients(children.run, process.env.LOCAL_FOLDER ?? '.local', console.log);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
