import { UsageError } from '../tools/cli/arguments.ts';
import { completeDemo } from '../tools/demo/complete-demo.ts';
import { createDemoFolder, isNewFolder } from '../tools/demo/demo-folder.ts';
import { isIncomplete } from '../tools/demo/progress.ts';
import { startLocalService } from '../tools/local-stack/local-service.ts';
import { realStartMessage } from '../tools/local-stack/real-start-message.ts';
import { parseStartOptions } from '../tools/local-stack/start-options.ts';
import { tour } from '../tools/local-stack/tour.ts';

const hasTerminal = process.stdout.isTTY || process.stderr.isTTY;
// Node.js ends on a hang-up, even if nohup has started it. Then its output goes to a file.
if (!hasTerminal) process.on('SIGHUP', () => {});

try {
  const options = parseStartOptions(process.argv.slice(2), process.env);
  if (isNewFolder(options.folder) && options.hasDemo) {
    console.log('Creating demo data: eight weeks of an invented company. `npm start -- --empty` starts without it.');
    await createDemoFolder(options.folder, options.port);
  }
  const log = (line: string) => console.log(line);
  const service = await startLocalService({ ...options, sharesCode: true, log });
  const isSimulated = options.real.length === 0;
  console.log(
    isSimulated ? tour(service, service.port, options.folder) : realStartMessage(service, options, process.pid),
  );
  if (isIncomplete(options.folder)) {
    console.log('Creating the rest of the demo data: a failed post, approvals, access, templates and files.');
  }
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await service.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', ...(hasTerminal ? ['SIGHUP'] : [])]) process.once(signal, stop);
  await completeDemo(service, options.folder).then(
    (isNew) => isNew && console.log('The demo data is complete.'),
    (error: Error) =>
      isStopping || console.error(`The demo data is incomplete, and the next start continues: ${error.message}`),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof UsageError ? 2 : 1);
}
