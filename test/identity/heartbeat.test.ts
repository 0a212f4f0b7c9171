import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { Heartbeat } from '../../lib/app/sweep/heartbeat-record.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime } from '../functions/api-harness.ts';
import { processChanges, processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

function withAlarms(hasAlarms: boolean): void {
  const overrides = hasAlarms ? { hasAlarms, alarmEmail: 'none' } : { hasAlarms };
  process.env.SETTINGS = JSON.stringify(stage('local', 3000, overrides));
}

/** The delays in milliseconds that were reported so far. */
function reportedDelaysMs(): number[] {
  return [...harness.logged().matchAll(/"HeartbeatDelay":(\d+)/g)].map(([, delay]) => Number(delay));
}

beforeEach(() => withAlarms(true));

describe('a heartbeat', () => {
  it('is one item, which every sweep writes again', async () => {
    for (let sweeps = 0; sweeps < 3; sweeps++) {
      await onSweepDue();
      advanceTime(60_000);
    }
    const beats = storedRecords<Heartbeat>(harness, 'Heartbeat');
    expect(beats).toHaveLength(1);
    expect(Date.parse(beats[0]!.sent_at)).toBe(Date.now() - 60_000);
  });

  it('is written although the sweep fails', async () => {
    harness.table.fault = (command) => (command === 'QueryCommand' ? new Error('no index') : null);
    await expect(onSweepDue()).rejects.toThrow('no index');
    expect(storedRecords(harness, 'Heartbeat')).toHaveLength(1);
  });

  it('that the stream delivers is reported with its delay', async () => {
    await onSweepDue();
    advanceTime(1_500);
    await processChanges(harness);
    expect(reportedDelaysMs()).toEqual([1_500]);
  });

  it('that the stream delivers again is reported with the delay since it was sent', async () => {
    await onSweepDue();
    const records = await processChanges(harness);
    advanceTime(60_000);
    expect(await processStreamRecords(records)).toEqual([]);
    expect(reportedDelaysMs()).toEqual([0, 60_000]);
  });

  it('causes no event, no audit entry and no further change', async () => {
    await onSweepDue();
    await processChanges(harness);
    expect(harness.changes()).toEqual([]);
    // The sweep itself stores when it has looked for unapproved items.
    expect(harness.table.items().map(({ entity }) => entity)).toEqual(['Heartbeat', 'ReminderCheck']);
  });

  it('is not sent by a stage without alarms', async () => {
    withAlarms(false);
    await onSweepDue();
    expect(storedRecords(harness, 'Heartbeat')).toEqual([]);
  });

  it('whose removal the stream delivers is not reported', async () => {
    await onSweepDue();
    const [beat] = harness.changes();
    const removal = { ...beat!, eventName: 'REMOVE' as const };
    const { NewImage, ...keys } = removal.dynamodb!;
    expect(await processStreamRecords([{ ...removal, dynamodb: { ...keys, OldImage: NewImage! } }])).toEqual([]);
    expect(reportedDelaysMs()).toEqual([]);
  });
});
