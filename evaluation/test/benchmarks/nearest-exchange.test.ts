import { describe, expect, it } from 'vitest';
import { createMatcher, type Exchange } from '../../benchmarks/recording/nearest-exchange.ts';

const exchange = (kind: string, text: string, body: string): Exchange => ({
  kind,
  text,
  status: 200,
  headers: {},
  body: Buffer.from(body),
});

const get = (key: string, body: string) => exchange('GetItem', `{"Key":{"pk":"${key}"}}`, body);

describe('the response of a replayed request', () => {
  it('is that of the recorded request with the same key', () => {
    const find = createMatcher([get('WS#1', 'workspace'), get('KEY#1', 'key')]);
    expect(String(find(get('KEY#1', '')).body)).toBe('key');
    expect(String(find(get('WS#1', '')).body)).toBe('workspace');
  });

  it('is that of the most similar request when ids and times are new', () => {
    const put = (id: string, time: string, entity: string, body: string) =>
      exchange('PutItem', `{"Item":{"id":"${id}","entity":"${entity}","at":"${time}"}}`, body);
    const find = createMatcher([
      put('cnt_1', '2026-01-01T00:00:00Z', 'Content', 'content'),
      put('evt_1', '2026-01-01T00:00:00Z', 'Event', 'event'),
    ]);
    expect(String(find(put('evt_2', '2027-05-05T05:05:05Z', 'Event', '')).body)).toBe('event');
  });

  it('is never that of another operation', () => {
    const find = createMatcher([get('WS#1', 'read')]);
    expect(() => find(exchange('DeleteItem', '{"Key":{"pk":"WS#1"}}', ''))).toThrow('The recording has no DeleteItem.');
  });

  it('follows the order of the recording when one request was recorded several times', () => {
    const find = createMatcher([get('WS#1', 'before'), get('WS#1', 'after')]);
    const bodies = [1, 2].map(() => String(find(get('WS#1', '')).body));
    expect(bodies).toEqual(['before', 'after']);
  });

  it('is the same in every replay', () => {
    const recorded = [get('WS#1', 'before'), get('WS#1', 'after')];
    createMatcher(recorded)(get('WS#1', ''));
    expect(String(createMatcher(recorded)(get('WS#1', '')).body)).toBe('before');
  });
});
