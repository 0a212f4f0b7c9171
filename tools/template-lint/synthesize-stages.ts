import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { type DeployedEndpoint, declaredEndpoints } from '../../lib/stack/api.ts';
import { readCdkContext } from '../../lib/stack/cdk-context.ts';
import { createStacks } from '../../lib/stack/stacks.ts';
import { stage } from '../../lib/stack/stages.ts';
import { REGIONS } from './regions.ts';

/** A check of templates: a stage, its settings, the regions, and whether each nested stack has one endpoint in place of all. */
interface Check {
  name: 'production' | 'development';
  settings: object;
  regions: readonly string[];
  hasOneEndpointEach: boolean;
}

const PRODUCTION = { alarmEmail: 'oncall@example.com', emailSender: 'team@example.com' };

/**
 * The complete templates are checked for one region. The functions of endpoints have the same properties, so one of them
 * is enough for the other regions, some of which have no budgets (docs/deploy.md).
 */
const CHECKS: Check[] = [
  { name: 'production', settings: PRODUCTION, regions: ['us-east-1'], hasOneEndpointEach: false },
  { name: 'development', settings: {}, regions: ['us-east-1'], hasOneEndpointEach: false },
  {
    name: 'production',
    settings: { ...PRODUCTION, monthlyBudgetUsd: null },
    regions: REGIONS,
    hasOneEndpointEach: true,
  },
];

/** The synthesized templates of a stage. */
export interface StageTemplates {
  /** The folder of the cloud assembly. */
  folder: string;
  /** The files of the templates. */
  files: string[];
  /** The regions for which they are to be checked. */
  regions: readonly string[];
}

/** Synthesize the templates to check below `folder`. The assets stay where they are. */
export function synthesizeStages(folder: string): StageTemplates[] {
  return CHECKS.map(({ name, settings, regions, hasOneEndpointEach }, index) => {
    const outdir = join(folder, String(index));
    const context = { ...readCdkContext(), 'aws:cdk:disable-asset-staging': true };
    // `cdk synth` has the CDK's own validation.
    const app = new App({ outdir, context, treeMetadata: false, builtinCloudFormationValidation: false });
    const endpoints = hasOneEndpointEach ? oneEndpointEach() : declaredEndpoints();
    const stacks = createStacks(app, stage(name, 3000, settings), endpoints);
    app.synth();
    return {
      folder: outdir,
      files: Object.values(stacks).map((each) => join(outdir, each.templateFile)),
      regions,
    };
  });
}

// CloudFormation rejects a nested stack without resources.
function oneEndpointEach(): DeployedEndpoint[] {
  const endpoints = declaredEndpoints();
  return [true, false].map((isOfStage) => endpoints.find((endpoint) => (endpoint.isOfStage ?? false) === isOfStage)!);
}
