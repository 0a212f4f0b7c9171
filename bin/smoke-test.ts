import { createDeploySmokeTest } from '../tools/deploy-smoke-test/smoke-test.ts';

const rehearsal = createDeploySmokeTest({
  folder: process.env.LOCAL_FOLDER ?? '.local',
  venv: process.env.MINISTACK_VENV,
  print: console.log,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, rehearsal.stop);

try {
  await rehearsal.run();
  console.log('The rehearsal passed.');
} catch (error) {
  console.error(`The rehearsal failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
