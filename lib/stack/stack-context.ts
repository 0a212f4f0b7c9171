import type { Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Platform } from '../platforms/platform.ts';
import type { MediaStore } from './media-bucket.ts';
import type { Stage } from './stage-settings.ts';

/** What the modules of the service stack need to create their resources. */
export interface StackContext {
  stack: Stack;
  stage: Stage;
  table: ITableV2;
  /** Encrypts the secrets of platform accounts and webhook endpoints. */
  encryption: Encryption;
  /** Holds the changes of the table that the stream worker could not process. */
  streamDeadLetters: Bucket;
  /** The bucket and the queue of the media library. */
  media: MediaStore;
  /** Create a Lambda function from the file `name` below `functions/`. */
  createFunction: (id: string, name: string, options: FunctionOptions) => LambdaFunction;
  /** Receives asynchronous invocations whose retries have failed. */
  onFailure: SqsDestination;
  /** Holds the schedules of posts and the recurring ones. */
  scheduleGroup: ScheduleGroup;
}

/** A KMS key, or the parameter in which a stage without one has its data key. */
export interface Encryption {
  arn: string;
  isKmsKey: boolean;
}

interface FunctionOptions {
  timeoutSeconds: number;
  /** The name of the function where one file is deployed more than once. */
  variant?: string;
  /** The reserved concurrency. */
  concurrency?: number | null;
  /** Whether it belongs to an endpoint that only stage keys can request. */
  isOfStage?: boolean | undefined;
}

/** Per platform: the publish function, and the queue that invokes it. */
export type Publishing = Record<Platform, { publish: LambdaFunction; queue: Queue }>;
