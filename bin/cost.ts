import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { METRICS } from '../lib/contract/metrics.ts';
import { stage } from '../lib/contract/stages.ts';
import { costTables } from '../lib/cost/document.ts';
import { withTables } from '../lib/cost/generated.ts';
import { templateFacts } from '../lib/cost/template-facts.ts';
import { PLATFORMS } from '../lib/domain/platform.ts';
import { countUnits } from '../lib/local/meter/counting.ts';
import { serviceStack } from '../lib/stack/service-stack.ts';

const UNITS = 'lib/cost/units.json';
const DOCUMENT = 'docs/cost.md';

// Rewrites what was counted, and the tables of the document that follow from it; a test fails while they differ.
const outdir = mkdtempSync(join(tmpdir(), 'content-intelligence-cost-'));
try {
  process.env.CDK_VALIDATION = 'false';
  const app = new App({ outdir, analyticsReporting: false });
  serviceStack(app, stage('production'));
  const { templateFile } = app.synth().stacks[0]!;
  const template = JSON.parse(readFileSync(join(outdir, templateFile), 'utf8'));
  const customMetrics = Object.values(METRICS).reduce(
    (sum, metric) => sum + (metric.byPlatform ? PLATFORMS.length : 1),
    0,
  );
  const counted = { ...(await countUnits()), template: templateFacts(template, customMetrics) };
  writeFileSync(UNITS, `${JSON.stringify(counted, null, 2)}\n`);
  writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), costTables(counted)));
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
