import { describe, expect, it } from 'vitest';
import { recordCid } from '../../../lib/platforms/bluesky/adapter/record-cid.ts';

// https://github.com/bluesky-social/atproto/blob/main/interop-test-files/data-model/data-model-fixtures.json
describe('the id of a record', () => {
  it('is that of the example of the protocol', () => {
    const record = {
      string: 'abc',
      unicode: 'a~öñ©⽘☎𓋓😀👨‍👩‍👧‍👧',
      integer: 123,
      bool: true,
      null: null,
      array: ['abc', 'def', 'ghi'],
      object: { string: 'abc', number: 123, bool: true, arr: ['abc', 'def', 'ghi'] },
    };
    expect(recordCid(record)).toBe('bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq');
  });
  it('does not depend on the order of the keys', () => {
    expect(recordCid({ b: 1, aa: { c: 2, d: 3 } })).toBe(recordCid({ aa: { d: 3, c: 2 }, b: 1 }));
  });
  it('differs between a link, bytes and the same as text', () => {
    const link = 'bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq';
    const forms = [
      { a: { $link: link } },
      { a: link },
      { a: { $bytes: 'AAEC' } },
      { a: 'AAEC' },
      { a: { $link: link, b: 1 } },
    ];
    expect(new Set(forms.map(recordCid)).size).toBe(forms.length);
  });
});
