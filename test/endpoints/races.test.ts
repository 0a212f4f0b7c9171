import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, callApi, inSeconds, type Json, type TestResponse } from '../functions/api-harness.ts';
import { interleave } from '../functions/interleave.ts';
import { newContent } from '../functions/resources.ts';
import { connect, type DueMessage, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';

/** A caller and a worker change the same entry concurrently: the first one wins, and the other fails. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const MINUTE = 60_000;
const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());

interface Due {
  tenant: Tenant;
  contentId: string;
  dueMessage: DueMessage;
  text: string;
}

let made = 0;

async function due(tenant: Tenant): Promise<Due> {
  const text = `Race ${++made}`;
  const fields = { description: text, platforms: ['twitter'], scheduled_at: inSeconds(0) };
  const { id, targets } = await newContent(tenant, fields);
  const [{ schedule_id }] = targets as [{ schedule_id: string }];
  return { tenant, contentId: id, text, dueMessage: { workspace_id: tenant.workspace.id, schedule_id } };
}

/** Suspend the worker, then the caller, before each of their commands of the table, and collect the outcomes. */
async function race(
  call: (due: Due) => Promise<TestResponse>,
  check: (answer: TestResponse, entryState: string, posts: number, due: Due) => Promise<void> | void,
): Promise<Set<string>> {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  const outcomes = new Set<string>();
  for (const suspended of ['worker', 'caller'] as const) {
    for (let n = 1, interleaved = true; interleaved; n++) {
      const entry = await due(tenant);
      const result = await interleave(
        harness.table,
        suspended,
        n,
        () => publish(entry.dueMessage),
        () => call(entry),
      );
      interleaved = result.interleaved;
      const { answer } = result;
      const posts = (await platforms().posts()).filter(({ text }) => text === entry.text).length;
      const { state } = await loadDueEntry(entry.dueMessage);
      expect(posts).toBeLessThanOrEqual(1);
      await check(answer, state, posts, entry);
      outcomes.add(`${answer.status} ${state}`);
    }
  }
  return outcomes;
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await null;
};

// From "the second starts long before" to "the first has long ended", in steps of the event loop.
const DISTANCES = Array.from({ length: 30 }, (_, index) => (index - 10) * 4);

describe("a change during the timer's invocation", () => {
  it('a cancellation either prevents the publication, or is rejected with 409', async () => {
    const outcomes = await race(
      ({ tenant, dueMessage }) =>
        callApi('schedule.cancel', { token: tenant.token, params: { id: dueMessage.schedule_id } }),
      ({ status }, state, posts) =>
        expect([status, state, posts]).toEqual(status === 200 ? [200, 'cancelled', 0] : [409, 'published', 1]),
    );
    expect([...outcomes].sort()).toEqual(['200 cancelled', '409 published']);
  });

  it('a new time either moves the post, or is rejected with 409', async () => {
    const outcomes = await race(
      ({ tenant, contentId }) =>
        callApi('content.update', {
          token: tenant.token,
          params: { id: contentId },
          body: { scheduled_at: inSeconds(3600) },
        }),
      ({ status }, state, posts) =>
        expect([status, state, posts]).toEqual(status === 200 ? [200, 'pending', 0] : [409, 'published', 1]),
    );
    expect([...outcomes].sort()).toEqual(['200 pending', '409 published']);
  });

  it('another text is either published, or is rejected with 409 and the old one was published', async () => {
    const outcomes = await race(
      ({ tenant, contentId, text }) =>
        callApi('content.update', {
          token: tenant.token,
          params: { id: contentId },
          body: { description: `${text}, changed` },
        }),
      async ({ status }, state, posts, entry) => {
        const changed = (await platforms().posts()).filter(({ text }) => text === `${entry.text}, changed`);
        if (status === 409) expect([posts, changed.length, state]).toEqual([1, 0, 'published']);
        else expect([posts, changed.length]).toEqual([0, state === 'published' ? 1 : 0]);
      },
    );
    expect([...outcomes].some((outcome) => outcome.startsWith('200'))).toBe(true);
    expect([...outcomes].some((outcome) => outcome.startsWith('409'))).toBe(true);
  });

  it('a deletion either prevents the publication, or is rejected with 409, or follows it', async () => {
    await race(
      ({ tenant, contentId }) => callApi('content.delete', { token: tenant.token, params: { id: contentId } }),
      ({ status }, state, posts) => {
        expect([200, 409]).toContain(status);
        if (state === 'cancelled') expect(posts).toBe(0);
        else expect([state, posts]).toEqual(['published', 1]);
      },
    );
  });

  it('publish-now creates one post all the same', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    for (const distance of DISTANCES.filter((each) => each % 16 === 0)) {
      const entry = await due(tenant);
      const requestInput = {
        token: tenant.token,
        params: { id: entry.contentId },
        body: { status: 'published' },
      };
      let isAnswered = false;
      const calling = turns(Math.max(0, distance))
        .then(() => callApi('content.update', requestInput))
        .finally(() => {
          isAnswered = true;
        });
      await turns(Math.max(0, -distance));
      // Two timers, and the messages that follow from the commit of publish-now, until it has its response.
      await Promise.all([publish(entry.dueMessage), publish(entry.dueMessage)]);
      for (; !isAnswered; await setImmediate()) await publish(entry.dueMessage);
      const answer = await calling;
      expect([answer.status, answer.json.status]).toEqual([200, 'published']);
      expect((await platforms().posts()).filter(({ text }) => text === entry.text)).toHaveLength(1);
    }
  });
});

describe('two concurrent writers', () => {
  it('two timers at every distance in time create one post', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    for (const distance of DISTANCES.filter((each) => each >= 0)) {
      const entry = await due(tenant);
      await Promise.all([publish(entry.dueMessage), turns(distance).then(() => publish(entry.dueMessage))]);
      expect((await platforms().posts()).filter(({ text }) => text === entry.text)).toHaveLength(1);
    }
  });

  it('two sweeps queue the same entry, and it is published once', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const entry = await due(tenant);
    advanceTime(MINUTE);
    harness.sent();
    await Promise.all([onSweepDue(), onSweepDue()]);
    const messages = harness.sent().map(({ message }) => message as Json as unknown as DueMessage);
    expect(messages).toEqual([entry.dueMessage, entry.dueMessage]);
    await Promise.all(messages.map(publish));
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('a read-back and a manual resolution: one of them counts, and nothing is posted', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    for (const distance of DISTANCES.filter((each) => each % 12 === 0)) {
      const entry = await due(tenant);
      await platforms().script('twitter', 'ok_then_drop');
      await publish(entry.dueMessage);
      advanceTime(10_000);
      const requestInput = {
        token: tenant.token,
        params: { id: entry.contentId, platform: 'twitter' },
        body: { outcome: 'failed' },
      };
      const [, answer] = await Promise.all([
        turns(Math.max(0, -distance)).then(() => publish(entry.dueMessage)),
        turns(Math.max(0, distance)).then(() => callApi('content.resolve', requestInput)),
      ]);
      const { state } = await loadDueEntry(entry.dueMessage);
      expect([answer.status, state]).toEqual(answer.status === 200 ? [200, 'failed'] : [409, 'published']);
      expect((await platforms().posts()).filter(({ text }) => text === entry.text)).toHaveLength(1);
    }
  });
});
