import { describe, expect, it } from 'vitest';
import { synthesized } from './synthesized.ts';

// Decision 46: what a replica in another region requires of a table and a key, none of which could be changed later.

describe('a new production', () => {
  const { data } = synthesized('production', { multiRegionKey: true }).deployed;
  const propertiesOf = (type: string) => Object.values(data.Resources).find(({ Type }) => Type === type)!.Properties;

  it('has a table that can get a replica', () => {
    const table = propertiesOf('AWS::DynamoDB::GlobalTable');
    expect(table).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      Replicas: [{ Region: { Ref: 'AWS::Region' } }],
    });
    expect(table).not.toHaveProperty('LocalSecondaryIndexes');
    // A key of AWS exists in each region. One of this account would need a replica of its own.
    expect(table.SSESpecification ?? null).toBeNull();
  });

  it('has a key that can get a replica', () => {
    expect(propertiesOf('AWS::KMS::Key')).toMatchObject({ MultiRegion: true });
  });
});
