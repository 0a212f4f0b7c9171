import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { runConformance } from '../tools/conformance/conformance.ts';
import { createCommandChildren } from '../tools/deploy-smoke-test/child-processes.ts';

endWithReader();

const children = createCommandChildren();

try {
  const deviations = await runConformance(children, process.env.LOCAL_FOLDER ?? '.local', console.log);
  for (const each of deviations) console.error(each);
  console.log(deviations.length === 0 ? 'The service matches its document.' : `${deviations.length} deviations.`);
  process.exitCode = deviations.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`The conformance run failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
