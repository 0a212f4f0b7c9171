import { parseArgs } from 'node:util';
import { createDemoFolder, isNewFolder } from '../tools/demo/demo-folder.ts';
import { startLocalService } from '../tools/local-stack/local-service.ts';
import { tour } from '../tools/local-stack/tour.ts';

const USAGE = 'Usage: npm start -- [--empty]\n  --empty  a new folder gets no demo data';
const port = Number(process.env.PORT ?? 3000);
const folder = process.env.LOCAL_FOLDER ?? '.local';

const { empty } = readArguments();
try {
  if (isNewFolder(folder) && !empty) {
    console.log('Creating demo data: eight weeks of an invented company. `npm start -- --empty` starts without it.');
    await createDemoFolder(folder, port);
  }
  const service = await startLocalService({ port, folder });
  console.log(tour(service, service.port, folder));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await service.stop();
      process.exit(0);
    });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({ options: { empty: { type: 'boolean', default: false } } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}
