import { setTimeout as sleep } from 'node:timers/promises';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { beforeAll, expect, test } from 'vitest';
import { invokeFunction } from '../../tools/cli/invoke-function.ts';
import { LAMBDA, sendSignedRequest } from '../../tools/cli/sigv4-request.ts';
import { toStackName } from '../../tools/cli/stack.ts';
import { untilWithin } from '../e2e/http-client.ts';
import { type AlarmProperties, evaluateAlarm, type Report } from '../stack/alarm-evaluation.ts';
import { reportsInLog } from '../stack/embedded-metrics.ts';
import { getPhysicalId } from './deployment.ts';

// MiniStack evaluates no alarm on metric math. This evaluates the deployed definition over the metrics that the deployed
// functions reported.

const QUIET_MS = 10_000;
const PERIOD_MS = 300_000;

let alarm: AlarmProperties;
let mappingId: string;
let sweepArn: string;
let workerLog: string;

beforeAll(async () => {
  const template = await new CloudFormationClient({}).send(new GetTemplateCommand({ StackName: toStackName('local') }));
  const { Resources } = JSON.parse(template.TemplateBody!) as { Resources: Record<string, { Properties: object }> };
  alarm = Object.entries(Resources).find(([id]) => id.startsWith('HeartbeatMissingAlarm'))![1]
    .Properties as AlarmProperties;
  mappingId = await getPhysicalId('AWS::Lambda::EventSourceMapping', /^OnTableChange/);
  const sweep = await getPhysicalId('AWS::Lambda::Function', 'OnSweepDue');
  sweepArn = `arn:aws:lambda:us-east-1:000000000000:function:${sweep}`;
  workerLog = await getPhysicalId('AWS::Logs::LogGroup', 'WorkerLog');
});

/** What the stream worker reported about heartbeats. */
async function reports(): Promise<Report[]> {
  const { Metric } = alarm.Metrics!.find(({ MetricStat }) => MetricStat)!.MetricStat!;
  const lines: string[] = [];
  let nextToken: string | undefined;
  do {
    const { body } = await sendSignedRequest({
      service: { signingName: 'logs', host: 'logs', endpointVariable: 'AWS_ENDPOINT_URL_CLOUDWATCH_LOGS' },
      path: '/',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'Logs_20140328.FilterLogEvents' },
      body: JSON.stringify({ logGroupName: workerLog, filterPattern: `"${Metric.MetricName}"`, nextToken }),
    });
    const page = body as { events: { message: string }[]; nextToken?: string };
    lines.push(...page.events.map(({ message }) => message));
    nextToken = page.nextToken;
  } while (nextToken);
  return reportsInLog(lines, Metric);
}

/** The state of the alarm at a time, given what was reported until now. */
async function stateAt(atMs: number): Promise<'ALARM' | 'OK' | null> {
  const reported = await reports();
  return evaluateAlarm(alarm, () => reported, atMs);
}

async function setMapping(isEnabled: boolean): Promise<void> {
  await sendSignedRequest({
    service: LAMBDA,
    method: 'PUT',
    path: `/2015-03-31/event-source-mappings/${mappingId}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Enabled: isEnabled }),
  });
}

test('while the stream is processed the alarm HeartbeatMissing is off', async () => {
  await untilWithin('a heartbeat', 90_000, async () => (await reports()).length > 0);
  expect(await stateAt(Date.now())).toBe('OK');
}, 120_000);

test('with the mapping disabled no heartbeat arrives, and the alarm fires within five minutes and a half', async () => {
  await setMapping(false);
  try {
    await sleep(QUIET_MS);
    const before = (await reports()).length;
    await invokeFunction(sweepArn, {}, 'RequestResponse');
    await sleep(QUIET_MS);
    expect(await reports()).toHaveLength(before);
    // The clock of the evaluation moves on; nothing can be reported until the mapping is enabled.
    expect(await stateAt(Date.now() - 2 * QUIET_MS)).toBe('OK');
    expect(await stateAt(Date.now() + PERIOD_MS)).toBe('ALARM');
  } finally {
    await setMapping(true);
  }
}, 60_000);

test('with the mapping enabled again the heartbeat arrives and the alarm ends', async () => {
  const silentSince = Math.max(...(await reports()).map(({ atMs }) => atMs));
  await untilWithin('the heartbeat', 60_000, async () => (await reports()).some(({ atMs }) => atMs > silentSince));
  expect(await stateAt(silentSince + PERIOD_MS + 1)).toBe('OK');
}, 90_000);
