import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { runConformance } from '../tools/conformance/conformance.ts';
import { createCommandChildren } from '../tools/deploy-smoke-test/child-processes.ts';

endWithReader();

const [given, ...rest] = process.argv.slice(2);
if ((given !== undefined && given !== 'random') || rest.length > 0) {
  console.error(`npm run conformance              sends random requests, and those at the bounds of each field and parameter
npm run conformance -- random    sends random requests only`);
  process.exit(2);
}

const children = createCommandChildren();

try {
  const deviations = await runConformance(
    children,
    process.env.LOCAL_FOLDER ?? '.local',
    given === undefined,
    console.log,
  );
  for (const each of deviations) console.error(each);
  console.log(deviations.length === 0 ? 'The service matches its document.' : `${deviations.length} deviations.`);
  process.exitCode = deviations.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`The conformance run failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
