import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CDK_JSON = join(import.meta.dirname, '../../cdk.json');

/**
 * Read the context of cdk.json, which has the feature flags of the CDK. The command line of the CDK passes it to the
 * app; a program that synthesizes without the command line passes it itself, to get the template that is deployed.
 */
export function readCdkContext(): Record<string, unknown> {
  return (JSON.parse(readFileSync(CDK_JSON, 'utf8')) as { context: Record<string, unknown> }).context;
}
