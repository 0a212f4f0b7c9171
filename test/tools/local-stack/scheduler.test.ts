import { DatabaseSync } from 'node:sqlite';
import {
  CreateScheduleCommand,
  type CreateScheduleCommandInput,
  DeleteScheduleCommand,
  GetScheduleCommand,
  SchedulerClient,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { type Fixture, synthesizeFixture, until, untilCount } from './fixture.ts';

let fixture: Fixture;
let service: RunningStack;
let client: SchedulerClient;
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:on-due';
const ROLE = 'arn:aws:iam::000000000000:role/scheduler';

async function start() {
  service = await startStack({ outdir: fixture.outdir, folder: fixture.folder });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = new SchedulerClient({ endpoint: service.awsUrl, region: 'us-east-1', credentials });
}
beforeAll(async () => {
  fixture = synthesizeFixture((stack) => {
    new CfnSchedule(stack, 'Sweep', {
      name: 'sweep',
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: { arn: FUNCTION, roleArn: ROLE, input: '{"sweep":true}' },
    });
  });
  await start();
});
afterAll(async () => {
  client.destroy();
  await service.stop();
  fixture.remove();
});

const at = (ms: number) => `at(${new Date(ms).toISOString().slice(0, 19)})`;
const schedule = (Name: string, dueMs: number, more = {}): CreateScheduleCommandInput => ({
  Name,
  GroupName: 'posts',
  ScheduleExpression: at(dueMs),
  ScheduleExpressionTimezone: 'UTC',
  FlexibleTimeWindow: { Mode: 'OFF' },
  ActionAfterCompletion: 'DELETE',
  Target: { Arn: FUNCTION, RoleArn: ROLE, Input: JSON.stringify({ name: Name }) },
  ...more,
});
const firings = (name: string) => fixture.journal().filter(({ event }) => (event as { name?: string })?.name === name);
const key = (Name: string) => ({ Name, GroupName: 'posts' });

test('a schedule fires once, not before its second, and is deleted afterwards', async () => {
  const dueMs = Math.ceil(Date.now() / 1000 + 5) * 1000;
  await client.send(new CreateScheduleCommand(schedule('soon', dueMs)));
  const [fired] = await untilCount(() => firings('soon'), 1);
  expect(fired!.at).toBeGreaterThanOrEqual(dueMs);
  await expect(client.send(new GetScheduleCommand(key('soon')))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
  expect(firings('soon')).toHaveLength(1);
});

test('a second schedule of the same name conflicts, and an update replaces the first', async () => {
  const dueMs = Date.now() + 3_600_000;
  await client.send(new CreateScheduleCommand(schedule('same', dueMs)));
  await expect(client.send(new CreateScheduleCommand(schedule('same', dueMs)))).rejects.toMatchObject({
    name: 'ConflictException',
  });
  await client.send(new UpdateScheduleCommand(schedule('same', dueMs + 60_000)));
  const found = await client.send(new GetScheduleCommand(key('same')));
  expect(found).toMatchObject({ ScheduleExpression: at(dueMs + 60_000), State: 'ENABLED' });
  await client.send(new DeleteScheduleCommand(key('same')));
  await expect(client.send(new DeleteScheduleCommand(key('same')))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test.each([
  ['a past time', { ScheduleExpression: at(Date.now() - 60_000) }, 'ValidationException'],
  ['a time with a zone', { ScheduleExpression: 'at(2099-01-01T00:00:00Z)' }, 'ValidationException'],
  ['an unknown group', { GroupName: 'unknown' }, 'ResourceNotFoundException'],
  ['a missing role', { Target: { Arn: FUNCTION } }, 'ValidationException'],
])('%s is rejected', async (_what, more, name) => {
  const input = schedule('rejected', Date.now() + 60_000, more);
  await expect(client.send(new CreateScheduleCommand(input))).rejects.toMatchObject({ name });
});

test('what came due while the service was down fires at its start, a rate only once', async () => {
  await client.send(new CreateScheduleCommand(schedule('missed', Date.now() + 3_600_000)));
  await client.send(new CreateScheduleCommand(schedule('future', Date.now() + 3_600_000)));
  client.destroy();
  await service.stop();
  const store = new DatabaseSync(`${fixture.folder}/runner.sqlite`);
  const due = store.prepare('UPDATE schedules SET due_ms = ? WHERE name = ?');
  due.run(Date.now() - 600_000, 'missed');
  due.run(Date.now() - 600_000, 'sweep');
  store.close();
  await start();
  await until(() => firings('missed').length === 1);
  const sweeps = () => fixture.journal().filter(({ event }) => (event as { sweep?: boolean })?.sweep);
  await until(() => sweeps().length === 1);
  expect(firings('future')).toEqual([]);
  expect(sweeps()).toHaveLength(1);
});
