import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { runConformance } from '../tools/conformance/conformance.ts';
import { createCommandChildren } from '../tools/deploy-smoke-test/child-processes.ts';

endWithReader();

const [given = '5'] = process.argv.slice(2);
if (!/^[1-9]\d{0,2}$/.test(given)) {
  console.error('Usage: npm run conformance [-- <random requests per operation and kind, 5 by default>]');
  process.exit(2);
}

const children = createCommandChildren();

try {
  const deviations = await runConformance(children, process.env.LOCAL_FOLDER ?? '.local', Number(given), console.log);
  for (const each of deviations) console.error(each);
  console.log(deviations.length === 0 ? 'The service matches its document.' : `${deviations.length} deviations.`);
  process.exitCode = deviations.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`The conformance run failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
