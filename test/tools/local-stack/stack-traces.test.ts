import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SampleEnvironment, startSampleEnvironment } from '../../../tools/local-stack/invoke-sample.ts';

let environment: SampleEnvironment;

beforeAll(async () => {
  environment = await startSampleEnvironment();
});
afterAll(() => environment.stop());

test('the stack trace of a failing function names the lines of its TypeScript source', async () => {
  // The second thread starts from compiled code.
  for (const event of [{}, { Records: 5 }]) {
    const error = await environment.invoke('on-delivery-queued', event).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(JSON.stringify(error, ['stack', 'trace', 'message'])).toMatch(
      /at functions\/on-delivery-queued\.ts:\d+:\d+/,
    );
  }
});
