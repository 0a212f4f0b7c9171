import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleEnvironment, startSampleEnvironment } from '../../../tools/local-stack/invoke-sample.ts';

describe.each([
  ['as it is deployed', false],
  ['that has code in common with others', true],
])('a failing function %s', (_, sharesCode) => {
  let environment: SampleEnvironment;
  beforeAll(async () => {
    environment = await startSampleEnvironment({ sharesCode });
  });
  afterAll(() => environment.stop());

  test('has a stack trace with the lines of its TypeScript source', async () => {
    // The second thread starts from compiled code.
    for (const event of [{}, { Records: 5 }]) {
      const error = await environment.invoke('on-delivery-queued', event).catch((reason: Error) => reason);
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify(error, ['stack', 'trace', 'message'])).toMatch(
        /at functions\/on-delivery-queued\.ts:\d+:\d+/,
      );
    }
  });
});
