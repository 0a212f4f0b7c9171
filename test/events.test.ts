import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORMS } from '../lib/platforms/platform.ts';
import { EVENT_KINDS } from '../lib/webhooks/events/events.ts';
import { payloadSchema } from '../lib/webhooks/events/payload-schemas.ts';
import { readEvent, type SampleEnvironment, startSampleEnvironment } from '../tools/local-stack/invoke-sample.ts';

const names = globSync('**/*.json', { cwd: join(import.meta.dirname, '../events') })
  .map((file) => file.replace(/\.json$/, ''))
  .sort();

let environment: SampleEnvironment;

beforeAll(async () => {
  environment = await startSampleEnvironment();
});

afterAll(() => environment.stop());

// The sample events of endpoints are invoked by `stack/table-access.test.ts`.
describe('the sample events', () => {
  it('a path that is no route is answered with 404', async () => {
    expect(await environment.invoke('unmatched', readEvent('unmatched'))).toMatchObject({ statusCode: 404 });
  });

  it.each(names.filter((name) => name.startsWith('on-')))('%s takes its sample without a failure', async (name) => {
    const answer = (await environment.invoke(name, readEvent(name))) as { batchItemFailures?: unknown[] } | null;
    expect(answer?.batchItemFailures ?? []).toEqual([]);
  });

  it('publishing the samples makes an entry published on each platform', async () => {
    for (const platform of PLATFORMS) {
      await environment.invoke(`on-publish-due/${platform}`, readEvent(`on-publish-due/${platform}`));
    }
    const event = readEvent('schedule/list') as { queryStringParameters?: Record<string, string> };
    event.queryStringParameters = { status: 'published' };
    const answer = (await environment.invoke('schedule/list', event)) as { body: string };
    const platforms = JSON.parse(answer.body).scheduled_posts.map(({ platform }: { platform: string }) => platform);
    expect(platforms.sort()).toEqual([...PLATFORMS].sort());
  });

  it.each(EVENT_KINDS)('the payload of %s matches its schema, with no other fields', (kind) => {
    const sample = readEvent(`payloads/${kind}`);
    expect(payloadSchema(kind).parse(sample)).toEqual(sample);
  });

  it('a file that is not there is named in the error', () => {
    expect(() => readEvent('content/create', '/no/such/event.json')).toThrow('/no/such/event.json');
  });
});
