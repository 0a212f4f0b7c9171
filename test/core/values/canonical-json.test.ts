import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../lib/core/values/canonical-json.ts';

describe('canonical JSON', () => {
  it('does not depend on key order at any depth', () => {
    const one = { b: [{ y: 1, x: null }], a: 'text' };
    const other = { a: 'text', b: [{ x: null, y: 1 }] };
    expect(canonicalJson(one)).toBe('{"a":"text","b":[{"x":null,"y":1}]}');
    expect(canonicalJson(other)).toBe(canonicalJson(one));
  });

  it('preserves the order of array elements', () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });

  it('omits keys with an undefined value, as the table does', () => {
    expect(canonicalJson({ a: 1, b: undefined })).toBe(canonicalJson({ a: 1 }));
  });

  it('writes undefined array elements as null, as JSON.stringify does', () => {
    const value = [undefined, [1, undefined]];
    expect(canonicalJson(value)).toBe(JSON.stringify(value));
  });
});
