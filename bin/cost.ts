import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readCdkContext } from '../lib/stack/cdk-context.ts';
import { createStacks } from '../lib/stack/stacks.ts';
import { stage } from '../lib/stack/stages.ts';
import { renderCostTables } from '../tools/cost-model/document.ts';
import { getTemplateFacts } from '../tools/cost-model/template-facts.ts';
import { formatMeasuredUsage } from '../tools/cost-model/usage-file.ts';
import { measureUsage } from '../tools/cost-model/usage-meter/measure-usage.ts';
import { replaceGeneratedSection } from '../tools/markdown/replace-generated-section.ts';

const UNITS = 'tools/cost-model/units.json';
const DOCUMENT = 'docs/cost.md';

// Measures usage again and rewrites `units.json` and the tables of `docs/cost.md`. A test fails while they differ.
const outdir = mkdtempSync(join(tmpdir(), 'content-intelligence-cost-'));
try {
  process.env.CDK_VALIDATION = 'false';
  const app = new App({ outdir, analyticsReporting: false, context: readCdkContext() });
  createStacks(app, stage('production', undefined, { alarmEmail: 'none' }));
  const templates = app
    .synth()
    .stacks.map(({ templateFile }) => JSON.parse(readFileSync(join(outdir, templateFile), 'utf8')));
  const counted = { ...(await measureUsage()), template: getTemplateFacts(templates) };
  writeFileSync(UNITS, formatMeasuredUsage(counted));
  writeFileSync(DOCUMENT, replaceGeneratedSection(readFileSync(DOCUMENT, 'utf8'), renderCostTables(counted)));
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
