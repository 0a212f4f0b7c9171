import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readCdkContext } from '../lib/stack/cdk-context.ts';
import { createStacks } from '../lib/stack/stacks.ts';
import { stage } from '../lib/stack/stages.ts';
import { renderCostTables } from '../tools/cost-model/document.ts';
import { STAGE_SETTINGS } from '../tools/cost-model/idle-stages.ts';
import { getTemplateFacts } from '../tools/cost-model/template-facts.ts';
import { IDLE_STAGES, type IdleStage, type MeasuredUsage } from '../tools/cost-model/usage.ts';
import { formatMeasuredUsage, parseMeasuredUsage } from '../tools/cost-model/usage-file.ts';
import { measureUsage } from '../tools/cost-model/usage-meter/measure-usage.ts';
import { replaceGeneratedSection } from '../tools/markdown/replace-generated-section.ts';

const UNITS = 'tools/cost-model/units.json';
const DOCUMENT = 'docs/cost.md';

// Measures usage again, reads the templates, and rewrites `units.json` and the tables of `docs/cost.md`. A test fails
// while they differ. With `templates` it measures nothing: for a change of prices, alarms or other resources.
const [only] = process.argv.slice(2);
const usage = only === 'templates' ? parseMeasuredUsage(readFileSync(UNITS, 'utf8')) : await measureUsage();
const facts = IDLE_STAGES.map((name) => [name, getTemplateFacts(synthesize(name))]);
const templates = Object.fromEntries(facts) as MeasuredUsage['templates'];
const counted = { ...usage, templates };
writeFileSync(UNITS, formatMeasuredUsage(counted));
writeFileSync(DOCUMENT, replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), renderCostTables(counted)));

function synthesize(name: IdleStage) {
  const outdir = mkdtempSync(join(tmpdir(), 'content-intelligence-cost-'));
  try {
    process.env.CDK_VALIDATION = 'false';
    const context = { ...readCdkContext(), 'aws:cdk:disable-asset-staging': true };
    const app = new App({ outdir, analyticsReporting: false, context });
    const { stageName, settings } = STAGE_SETTINGS[name];
    createStacks(app, stage(stageName, undefined, settings));
    const { stacks } = app.synth();
    return stacks.map(({ templateFile }) => JSON.parse(readFileSync(join(outdir, templateFile), 'utf8')));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
