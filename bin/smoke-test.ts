import { createDeploySmokeTest } from '../tools/deploy-smoke-test/smoke-test.ts';

const [part] = process.argv.slice(2);
if (part !== undefined && part !== 'upgrade') {
  console.error('Usage: npm run rehearse [-- upgrade]');
  process.exit(2);
}

const smokeTest = createDeploySmokeTest({
  folder: process.env.LOCAL_FOLDER ?? '.local',
  venv: process.env.MINISTACK_VENV,
  part,
  print: console.log,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, smokeTest.stop);

try {
  await smokeTest.run();
  console.log('The deploy smoke test passed.');
} catch (error) {
  console.error(`The deploy smoke test failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
