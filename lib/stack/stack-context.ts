import type { Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Platform } from '../domain/platform.ts';
import type { Stage } from './stages.ts';

/** What the parts of the stack are made with: where, for which stage, and from which bundles. */
export interface StackContext {
  stack: Stack;
  stage: Stage;
  table: TableV2;
  /** Encrypts the secrets of platform accounts. */
  accountKey: Key;
  /** Makes a Lambda of the file `name` below `functions/`. */
  createFunction: (id: string, name: string, options: FunctionOptions) => LambdaFunction;
  /** Where an asynchronous invocation that failed for good is kept. */
  onFailure: SqsDestination;
}

/** `variant`: its name where one file is deployed more than once. `concurrency`: at most so many at a time. */
export interface FunctionOptions {
  timeoutSeconds: number;
  variant?: string;
  concurrency?: number | null;
}

/** One platform's way of publishing: the function, and the queue that wakes it for short waits. */
export type Publishing = Record<Platform, { publish: LambdaFunction; queue: Queue }>;
