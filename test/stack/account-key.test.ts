import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Resource, type Synthesized, synthesized } from './synthesized.ts';

const released = JSON.parse(
  readFileSync(join(import.meta.dirname, 'released/account-key-1.0.0.json'), 'utf8'),
) as Record<string, Resource>;

const keysOf = ({ data }: Synthesized) =>
  Object.fromEntries(Object.entries(data.Resources).filter(([, { Type }]) => Type === 'AWS::KMS::Key'));

/** Return the keys without what an update may change: the time before their deletion. */
const fixedPartOf = (keys: Record<string, Resource>) =>
  Object.entries(keys).map(([id, { Properties, ...rest }]) => {
    const { PendingWindowInDays: _, ...properties } = Properties;
    return [id, { ...rest, Properties: properties }];
  });

describe('the KMS key', () => {
  it('of a new production is a multi-Region one', () => {
    const [key] = Object.values(keysOf(synthesized('production')));
    expect(key!.Properties).toMatchObject({ MultiRegion: true, EnableKeyRotation: true });
  });

  it('of a production that 1.0.0 deployed stays: the same id and properties, as a single-Region key', () => {
    const keys = keysOf(synthesized('production', { multiRegionKey: false }));
    expect(fixedPartOf(keys)).toEqual(fixedPartOf(released));
  });

  it('of a development stage that 1.0.0 deployed stays a single-Region one without a setting', () => {
    const [key] = Object.values(keysOf(synthesized('development')));
    expect(key!.Properties).not.toHaveProperty('MultiRegion');
  });

  it.each(['development', 'production'])('of %s can be kept for 30 days after a request to delete it', (name) => {
    const [key] = Object.values(keysOf(synthesized(name)));
    expect(key!.Properties.PendingWindowInDays).toBe(30);
  });
});
