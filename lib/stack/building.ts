import type { Stack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Stage } from '../contract/stages.ts';
import type { Platform } from '../domain/platform.ts';

/** What the parts of the stack are made with: where, for which stage, and from which bundles. */
export interface Building {
  stack: Stack;
  stage: Stage;
  table: TableV2;
  /** Makes a Lambda: `name` is the file below `functions/`, `as` its name where one file is used twice. */
  make: (id: string, name: string, options: { timeoutSeconds: number; as?: string }) => LambdaFunction;
  /** Where an asynchronous invocation that failed for good is kept. */
  onFailure: SqsDestination;
}

/** One platform's way of publishing: the function, and the queue that wakes it for short waits. */
export type Publishing = Record<Platform, { publish: LambdaFunction; queue: Queue }>;
