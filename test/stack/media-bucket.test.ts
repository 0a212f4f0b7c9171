import { describe, expect, it } from 'vitest';
import { inspectionDelaySeconds } from '../../lib/core/retry/back-off.ts';
import { MAX_UPLOAD_BYTES } from '../../lib/media/rules/media-asset.ts';
import { getStatementsByRole, list, resourceName } from './statements.ts';
import { synthesized } from './synthesized.ts';

const stack = synthesized('production');
const bucket = stack.ofType('AWS::S3::Bucket').find(({ Properties }) => 'CorsConfiguration' in Properties)!;
const inspection = stack
  .ofType('AWS::Lambda::Function')
  .find(({ Metadata }) => Metadata?.Function === 'on-media-queued')!;

const queue = Object.entries(stack.resources).find(([id]) => id.startsWith('MediaQueue'))![1];

describe('the bucket of the media library', () => {
  it('is encrypted and closed to the public, and ends abandoned uploads and parts, exports and the images of link cards automatically', () => {
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
          { Prefix: 'uploads/', ExpirationInDays: 7, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
          { Prefix: 'media/', NoncurrentVersionExpiration: { NoncurrentDays: 30 } },
          { Prefix: 'exports/', ExpirationInDays: 7, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
          { Prefix: 'imports/', ExpirationInDays: 30, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
          { Prefix: 'cards/', ExpirationInDays: 400, NoncurrentVersionExpiration: { NoncurrentDays: 1 } },
          { AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, ExpiredObjectDeleteMarker: true },
        ],
      },
    });
  });
});

describe('the files of the media library', () => {
  it('are moved to Intelligent-Tiering in a stage that says so, and are the only objects that are moved', () => {
    const { ofType } = synthesized('production', { mediaStorageClass: 'intelligent_tiering' });
    const { Properties } = ofType('AWS::S3::Bucket').find((each) => 'CorsConfiguration' in each.Properties)!;
    const { Rules } = Properties.LifecycleConfiguration as { Rules: { Prefix?: string; Transitions?: object[] }[] };
    expect(Rules.flatMap(({ Prefix, Transitions }) => (Transitions ? [[Prefix, Transitions]] : []))).toEqual([
      ['media/', [{ StorageClass: 'INTELLIGENT_TIERING', TransitionInDays: 0 }]],
    ]);
    expect(JSON.stringify(bucket.Properties.LifecycleConfiguration)).not.toContain('Transition');
  });

  it('stay as old versions for 30 days, which no function may delete', () => {
    expect(bucket.Properties.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(JSON.stringify(stack.ofType('AWS::IAM::Role'))).not.toMatch(
      /s3:(DeleteObjectVersion|\*|Delete\*|PutLifecycle)/,
    );
  });
});

describe('the deletion of objects of the media library', () => {
  it('is allowed to the stream worker and to the deletion of workspaces, of exports to that of their steps, and of uploads to the function that decodes them', () => {
    const allowed = [...getStatementsByRole(stack)].flatMap(([name, statements]) =>
      statements
        .filter(({ Action }) => list(Action).includes('s3:DeleteObject'))
        .flatMap(({ Resource }) => list(Resource).map((each) => `${name}: ${resourceName(each)}`)),
    );
    expect(allowed.sort()).toEqual([
      'on-media-queued: Media/uploads/*',
      'on-site-change: SiteFiles/*',
      'on-step-queued: Media/exports/*',
      'on-table-change: Media/*',
      'on-workspace-deletion-due: Media/*',
    ]);
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

describe('the queue of files to inspect', () => {
  it('hides a message for longer than an inspection can take, so that a failed renewal repeats no running one', () => {
    const { Timeout } = inspection.Properties as { Timeout: number };
    expect(queue.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout);
  });

  it('delivers a message for three hours of errors before it is a dead letter', () => {
    const { RedrivePolicy, MessageRetentionPeriod } = queue.Properties as {
      RedrivePolicy: { maxReceiveCount: number };
      MessageRetentionPeriod: number;
    };
    const waits = Array.from({ length: RedrivePolicy.maxReceiveCount - 1 }, (_, index) =>
      inspectionDelaySeconds(index + 1),
    );
    const retriedSeconds = waits.reduce((sum, seconds) => sum + seconds);
    expect(retriedSeconds).toBeGreaterThan(3 * 3_600);
    expect(retriedSeconds).toBeLessThan(MessageRetentionPeriod);
  });
});
