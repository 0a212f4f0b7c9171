import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { readEvent, startSampleEnvironment } from '../tools/local-stack/invoke-sample.ts';

endWithReader();

const [name, file] = process.argv.slice(2);

if (!name) {
  console.error('Usage: npm run invoke -- <function> [event file], e.g. npm run invoke -- content/create');
  process.exit(2);
}

try {
  const event = readEvent(name, file);
  const environment = await startSampleEnvironment({ sharesCode: true });
  try {
    console.log(JSON.stringify(await environment.invoke(name, event), null, 2));
  } finally {
    await environment.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
