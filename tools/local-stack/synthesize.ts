import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { readCdkContext } from '../../lib/stack/cdk-context.ts';

/**
 * Synthesize the stacks of the local stage into `outdir`, with `settings` overriding its settings.
 *
 * Throws with the error output of the app.
 */
export async function synthesize(outdir: string, port: number, settings: object = {}): Promise<void> {
  const env = {
    ...process.env,
    CDK_OUTDIR: resolve(outdir),
    CDK_CONTEXT_JSON: JSON.stringify({ ...readCdkContext(), stage: 'local', settings }),
    CDK_VALIDATION: 'false',
    LOCAL_PORT: String(port),
  };
  const root = resolve(import.meta.dirname, '../..');
  try {
    await promisify(execFile)(process.execPath, ['bin/app.ts'], { cwd: root, env });
  } catch (error) {
    throw new Error(`Synthesis failed:\n${(error as { stderr?: string }).stderr ?? error}`);
  }
}
