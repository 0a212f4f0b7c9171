import { Duration, type Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource, type SqsEventSourceProps } from 'aws-cdk-lib/aws-lambda-event-sources';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  type LifecycleRule,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { jobOf } from '../bundle/declared-jobs.ts';
import type { SignedUrls } from '../core/api/define-operation.ts';
import { MAX_RECEIVES } from '../core/retry/back-off.ts';
import {
  CARD_RETENTION_DAYS,
  CARDS_PREFIX,
  EXPORT_RETENTION_DAYS,
  EXPORTS_PREFIX,
  FILES_PREFIX,
  IMPORT_RETENTION_DAYS,
  IMPORTS_PREFIX,
  UPLOADS_PREFIX,
} from '../media/rules/media-keys.ts';
import { deadLetterQueue, workQueue } from './dead-letter-queues.ts';
import { grantSend } from './grants.ts';
import { allow } from './inline-role.ts';
import { removalOf } from './removal-policy.ts';
import type { Stage } from './stage-settings.ts';

/** The disk of the function, for a file that it fetches. Without more than the default 512 MB, the largest one has no room. */
const MEDIA_STORAGE_MB = 1024;

/** The media library's bucket, the queue of files to inspect, and the dead-letter queue of that. */
export interface MediaStore {
  bucket: Bucket;
  queue: Queue;
  deadLetters: Queue;
}

/**
 * Create the bucket of the media library and the queue that it notifies about uploads. The queue is in the same stack,
 * because S3 checks it when the bucket is created. Clients upload and read by presigned URLs, from any origin: the domain
 * of the dashboard is not known here, and such a URL needs no cookie.
 */
export function createMediaStore(stack: Stack, stage: Stage): MediaStore {
  const { timeoutSeconds } = jobOf('on-media-queued');
  const deadLetters = deadLetterQueue(stack, 'MediaDeadLetters');
  const queue = workQueue(stack, 'MediaQueue', timeoutSeconds, deadLetters, MAX_RECEIVES.media);
  // Not of this bucket only: its name would make the policy and the bucket wait for each other.
  const ofThisAccount = { StringEquals: { 'aws:SourceAccount': stack.account } };
  queue.grantSendMessages(new ServicePrincipal('s3.amazonaws.com', { conditions: ofThisAccount }));
  const bucket = new Bucket(stack, 'Media', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    cors: [
      {
        allowedOrigins: ['*'],
        allowedMethods: [HttpMethods.PUT, HttpMethods.GET],
        allowedHeaders: ['*'],
        maxAge: 3600,
      },
    ],
    // The inspection deletes an upload, and aborts the parts of a video that it cannot store. These are the ones that no
    // asset names any more, and the parts of a process that ended.
    lifecycleRules: [
      { prefix: UPLOADS_PREFIX, expiration: Duration.days(7), noncurrentVersionExpiration: Duration.days(1) },
      { prefix: FILES_PREFIX, noncurrentVersionExpiration: Duration.days(30), ...tiering(stage) },
      {
        prefix: EXPORTS_PREFIX,
        expiration: Duration.days(EXPORT_RETENTION_DAYS),
        noncurrentVersionExpiration: Duration.days(1),
      },
      {
        prefix: IMPORTS_PREFIX,
        expiration: Duration.days(IMPORT_RETENTION_DAYS),
        noncurrentVersionExpiration: Duration.days(1),
      },
      // An item is planned at most 366 days ahead.
      {
        prefix: CARDS_PREFIX,
        expiration: Duration.days(CARD_RETENTION_DAYS),
        noncurrentVersionExpiration: Duration.days(1),
      },
      { abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true },
    ],
    // The inspection decodes hostile files, and may replace the files of every workspace; the stream worker may delete them.
    // No function may delete a version.
    versioned: true,
    removalPolicy: removalOf(stage),
  });
  // The CDK's own notifications would add a function, which configures the bucket.
  (bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
    queueConfigurations: [
      {
        event: 's3:ObjectCreated:*',
        queue: queue.queueArn,
        filter: { s3Key: { rules: [{ name: 'prefix', value: UPLOADS_PREFIX }] } },
      },
    ],
  };
  bucket.node.addDependency(queue.node.findChild('Policy'));
  return { bucket, queue, deadLetters };
}

/** Return what moves the files of a stage to another storage class, if it has one. */
function tiering({ mediaStorageClass }: Stage): Pick<LifecycleRule, 'transitions'> {
  if (mediaStorageClass === 'standard') return {};
  return { transitions: [{ storageClass: StorageClass.INTELLIGENT_TIERING, transitionAfter: Duration.days(0) }] };
}

/** Allow a function to presign URLs of these objects of the bucket. An endpoint of imports also stores and reads their files. */
export function grantMediaUrls({ bucket }: MediaStore, to: LambdaFunction, kinds: readonly SignedUrls[]): void {
  to.addEnvironment('MEDIA_BUCKET', bucket.bucketName);
  if (kinds.includes('uploads')) allow(to, ['s3:PutObject'], [bucket.arnForObjects(`${UPLOADS_PREFIX}*`)]);
  if (kinds.includes('files')) allow(to, ['s3:GetObject'], [bucket.arnForObjects(`${FILES_PREFIX}*`)]);
  if (kinds.includes('exports')) allow(to, ['s3:GetObject'], [bucket.arnForObjects(`${EXPORTS_PREFIX}*`)]);
  if (kinds.includes('imports')) grantImportStorage({ bucket }, to);
  if (kinds.includes('cards')) allow(to, ['s3:GetObject'], [bucket.arnForObjects(`${CARDS_PREFIX}*`)]);
}

/** Allow a function to store the images of link cards. */
export function grantCardStorage({ bucket }: MediaStore, to: LambdaFunction): void {
  allow(to, ['s3:PutObject'], [bucket.arnForObjects(`${CARDS_PREFIX}*`)]);
}

/** Allow a function to store the files of exports, and to read and delete what is in no part of them yet. */
export function grantExportStorage({ bucket }: MediaStore, to: LambdaFunction): void {
  to.addEnvironment('MEDIA_BUCKET', bucket.bucketName);
  allow(to, ['s3:DeleteObject'], [bucket.arnForObjects(`${EXPORTS_PREFIX}*`)]);
  allow(to, ['s3:PutObject'], [bucket.arnForObjects(`${EXPORTS_PREFIX}*`)]);
  allow(to, ['s3:GetObject'], [bucket.arnForObjects(`${EXPORTS_PREFIX}*`)]);
}

/** Allow a function to store and to read the files, rows and results of imports. */
export function grantImportStorage({ bucket }: Pick<MediaStore, 'bucket'>, to: LambdaFunction): void {
  allow(to, ['s3:PutObject'], [bucket.arnForObjects(`${IMPORTS_PREFIX}*`)]);
  allow(to, ['s3:GetObject'], [bucket.arnForObjects(`${IMPORTS_PREFIX}*`)]);
  allowToMiss({ bucket }, to);
}

/** Allow a function to read inspected files and images of link cards, and presign their URLs. */
export function grantMediaReading(media: MediaStore, to: LambdaFunction): void {
  grantMediaUrls(media, to, ['files', 'cards']);
  allowToMiss(media, to);
}

// Without it S3 responds with 403 in place of 404 for an object that is missing.
function allowToMiss({ bucket }: Pick<MediaStore, 'bucket'>, reader: LambdaFunction): void {
  allow(reader, ['s3:ListBucket'], [bucket.bucketArn]);
}

/** Allow a function to delete the objects of the library, and to list those of an import that is erased. */
export function grantMediaDeletion({ bucket }: MediaStore, to: LambdaFunction): void {
  to.addEnvironment('MEDIA_BUCKET', bucket.bucketName);
  allowToMiss({ bucket }, to);
  allow(to, ['s3:DeleteObject'], [bucket.arnForObjects('*')]);
}

/** Let a function inspect the files that the queue names. `limit` is that of its concurrency. */
export function inspectMedia(media: MediaStore, inspect: LambdaFunction, limit: Partial<SqsEventSourceProps>): void {
  const { bucket, queue } = media;
  grantSend(inspect, queue, 'MEDIA_QUEUE_URL');
  inspect.addEnvironment('MEDIA_BUCKET', bucket.bucketName);
  // Files that it stored for an asset that was deleted during the inspection are deleted by the stream worker, which decodes no file.
  allow(inspect, ['s3:GetObject', 's3:DeleteObject'], [bucket.arnForObjects(`${UPLOADS_PREFIX}*`)]);
  // Videos are stored in parts, which needs no other permission but that to abort.
  allow(inspect, ['s3:PutObject', 's3:AbortMultipartUpload'], [bucket.arnForObjects(`${FILES_PREFIX}*`)]);
  (inspect.node.defaultChild as CfnFunction).ephemeralStorage = { size: MEDIA_STORAGE_MB };
  allowToMiss(media, inspect);
  inspect.addEventSource(new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true, ...limit }));
}
