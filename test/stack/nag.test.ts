import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../lib/platforms/platforms.ts';
import { readCdkContext } from '../../lib/stack/cdk-context.ts';
import { addNagChecks, NAG_SUPPRESSIONS } from '../../lib/stack/nag.ts';
import { createStacks } from '../../lib/stack/stacks.ts';
import { stage } from '../../lib/stack/stages.ts';
import { synthesized, WITHOUT_ASSETS } from './synthesized.ts';

interface Report {
  pluginReports: {
    violations: { ruleName: string; violatingConstructs: { constructPath: string }[] }[];
  }[];
}

describe('cdk-nag', () => {
  // First, because the validation of CloudFormation loads its rules again for each type of resource it has not seen.
  it('reports nothing in a stage with every optional setting', () => {
    const settings = {
      hasAlarms: true,
      alarmEmail: 'oncall@example.com',
      emailSender: 'team@mail.example.com',
      publishConcurrency: Object.fromEntries(PLATFORMS.map((platform) => [platform, 10])),
      customDomain: {
        domainName: 'api.example.com',
        certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/0a1b',
      },
      dashboardDomain: {
        domainName: 'app.example.com',
        certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/0a1b',
      },
    };
    expect(() => synthesized('development', settings, { checked: true })).not.toThrow();
  });

  it.each(['local', 'development', 'production'])(
    'reports nothing in %s that is not acknowledged, and the templates are valid',
    (name) => {
      expect(() => synthesized(name, {}, { checked: true })).not.toThrow();
    },
  );

  it('reports exactly the listed findings when none is acknowledged', () => {
    const found = findingsWithoutAcknowledgements();
    expect(found.length).toBeGreaterThanOrEqual(3);
    const expected = NAG_SUPPRESSIONS.map(({ id, path }) => `${id.replace(/\[.*/, '')} ${path}`);
    expect([...new Set(found)].sort()).toEqual([...new Set(expected)].sort());
  });

  it('every acknowledgement has a reason', () => {
    for (const { reason } of NAG_SUPPRESSIONS) expect(reason).toMatch(/^[A-Z].{40,}\.$/);
  });
});

/** The findings of cdk-nag as `rule construct`. `stacks.test.ts` limits the size of the templates, of which the CDK warns. */
function findingsWithoutAcknowledgements(): string[] {
  const outdir = mkdtempSync(join(tmpdir(), 'rules-'));
  try {
    const app = new App({
      outdir,
      builtinCloudFormationValidation: false,
      context: { ...readCdkContext(), ...WITHOUT_ASSETS },
    });
    const settings = { alarmEmail: 'none', emailSender: 'team@example.com' };
    addNagChecks(app, createStacks(app, stage('production', undefined, settings)), []);
    expect(() => app.synth()).toThrow('AwsSolutions');
    const report: Report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8'));
    const violations = report.pluginReports.flatMap((each) => each.violations);
    return violations
      .filter(({ ruleName }) => ruleName.startsWith('AwsSolutions'))
      .flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(
          ({ constructPath }) =>
            `${ruleName.replace(/\[.*/, '')} ${constructPath.replace('/Endpoints/', '/').split('/')[1]}`,
        ),
      );
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
