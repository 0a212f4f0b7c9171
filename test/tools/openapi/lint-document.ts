import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type DocumentName, documentsFolder } from '../../../lib/bundle/documents.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CLI = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');

/**
 * Paths that a client might take for each other; the service does not: `external` is no id of a workspace, and no POST goes
 * there.
 */
const AMBIGUOUS =
  /^Paths should resolve unambiguously.*`\/workspaces\/external\/\{external_id\}` and `\/workspaces\/\{id\}/;

/** Check a document with all recommended rules of Redocly as errors, except for some. Return what it finds. */
export async function lintDocument(name: DocumentName, exceptRules: readonly string[] = []): Promise<unknown[]> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const args = ['lint', join(documentsFolder(), name), '--extends', 'recommended-strict', '--format', 'json'];
  const exceptions = exceptRules.flatMap((rule) => ['--skip-rule', rule]);
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args, ...exceptions], {
    cwd: ROOT,
    env,
    maxBuffer: 1e8,
  }).catch((error: { stdout: string }) => error);
  const { problems } = JSON.parse(stdout) as { problems: { message: string }[] };
  return problems.filter(({ message }) => !AMBIGUOUS.test(message));
}
