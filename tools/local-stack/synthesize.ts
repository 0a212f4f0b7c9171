import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readCdkContext } from '../../lib/stack/cdk-context.ts';
import { SHARES_CODE } from '../../lib/stack/function-bundles.ts';

/**
 * Synthesize the stacks of the local stage into `outdir`, with `settings` overriding its settings. With `sharesCode`, the
 * functions have code in common (`bundleTogether`).
 *
 * Throws with the error output of the app.
 */
export async function synthesize(
  outdir: string,
  port: number,
  settings: object = {},
  sharesCode = false,
): Promise<void> {
  const env = {
    ...process.env,
    CDK_OUTDIR: resolve(outdir),
    CDK_CONTEXT_JSON: JSON.stringify({ ...readCdkContext(), stage: 'local', settings, [SHARES_CODE]: sharesCode }),
    CDK_VALIDATION: 'false',
    LOCAL_PORT: String(port),
    CDK_AWAITS_INPUT: String(sharesCode),
  };
  const root = resolve(import.meta.dirname, '../..');
  try {
    const synthesis = promisify(execFile)(process.execPath, ['bin/app.ts'], { cwd: root, env });
    const { stdin } = synthesis.child;
    // It has ended, and why is reported below.
    stdin!.on('error', () => {});
    // The app loads the CDK concurrently.
    const bundling = sharesCode ? bundle() : Promise.resolve();
    await Promise.all([synthesis, bundling.finally(() => stdin!.end())]);
  } catch (error) {
    throw new Error(`Synthesis failed:\n${(error as { stderr?: string }).stderr ?? error}`);
  }
}

/** Bundle the functions. Few processes need the modules for it, which take as long to load as all others. */
async function bundle(): Promise<void> {
  const { bundleTogether } = await import('../../lib/bundle/bundling.ts');
  await bundleTogether();
}
