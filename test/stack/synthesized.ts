import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { addNagChecks } from '../../lib/stack/nag.ts';
import { serviceStack } from '../../lib/stack/service-stack.ts';
import { stage } from '../../lib/stack/stages.ts';

export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  Metadata?: { Function?: string };
  DeletionPolicy?: string;
}

export interface Synthesized {
  text: string;
  resources: Record<string, Resource>;
  ofType: (type: string) => Resource[];
}

/**
 * The template of a stage. `checked` runs cdk-nag and the CDK's own validation as `cdk deploy` does, and
 * throws on what they find; without, it is quicker.
 */
export function synthesized(
  name: string,
  overrides: object | string = {},
  options: { checked: boolean } = { checked: false },
): Synthesized {
  const outdir = mkdtempSync(join(tmpdir(), 'stack-'));
  try {
    const app = new App({ outdir, builtinCloudFormationValidation: options.checked });
    const stack = serviceStack(app, stage(name, 3000, overrides));
    if (options.checked) addNagChecks(app, stack);
    app.synth();
    const text = readFileSync(join(outdir, `${stack.stackName}.template.json`), 'utf8');
    const resources = JSON.parse(text).Resources as Record<string, Resource>;
    const ofType = (type: string) => Object.values(resources).filter((resource) => resource.Type === type);
    return { text, resources, ofType };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
