import { startStack } from '../../../tools/local-stack/stack-runner.ts';

/** A service in a process of its own, for tests that kill it: prints its URLs as one JSON line. */
const [outdir, folder, port] = process.argv.slice(2);
const service = await startStack({ outdir, folder, port: Number(port ?? 0) });
process.stdout.write(`${JSON.stringify(service)}\n`);
