import { describe, expect, it } from 'vitest';
import { createTripCounter } from '../../benchmarks/recording/count-trips.ts';
import type { ArrivedRequest } from '../../benchmarks/recording/service-stub.ts';

const exchange = { kind: '', text: '', status: 200, headers: {}, body: Buffer.from('{}') };
const request = (kind: string) => ({ kind, text: '' }) as ArrivedRequest;

describe('the trips of a function', () => {
  it('are one for requests that do not wait for each other, and one more for each that does', async () => {
    const { answer, count } = createTripCounter(() => exchange);
    await Promise.all([answer(request('DynamoDB.GetItem')), answer(request('DynamoDB.Query'))]);
    await answer(request('DynamoDB.PutItem'));
    await answer(request('POST'));
    expect(count).toEqual({ trips: 3, calls: 4, tableCalls: 3 });
  });
});
