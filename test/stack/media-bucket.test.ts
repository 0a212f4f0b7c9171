import { describe, expect, it } from 'vitest';
import { MAX_UPLOAD_BYTES } from '../../lib/media/rules/media-asset.ts';
import { synthesized } from './synthesized.ts';

const stack = synthesized('production');
const bucket = stack.ofType('AWS::S3::Bucket').find(({ Properties }) => 'CorsConfiguration' in Properties)!;
const inspection = stack
  .ofType('AWS::Lambda::Function')
  .find(({ Metadata }) => Metadata?.Function === 'on-media-queued')!;

describe('the bucket of the media library', () => {
  it('is encrypted and closed to the public, and ends abandoned uploads and parts automatically', () => {
    expect(bucket.Properties).toMatchObject({
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: {
        Rules: [
          { Prefix: 'uploads/', ExpirationInDays: 7, Status: 'Enabled' },
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: 'Enabled' },
        ],
      },
    });
  });
});

describe('the function that inspects files', () => {
  it('has room on its disk for the largest file, and twice the memory that a video needs', () => {
    const { EphemeralStorage, MemorySize } = inspection.Properties as {
      EphemeralStorage: { Size: number };
      MemorySize: number;
    };
    expect(EphemeralStorage.Size * 1024 * 1024).toBeGreaterThan(1.5 * MAX_UPLOAD_BYTES);
    expect(MemorySize).toBeGreaterThanOrEqual(600);
  });
});
