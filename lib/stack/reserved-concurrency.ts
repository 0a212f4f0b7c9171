import { Stack } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';

/** A function that reserves concurrency, by its logical id in the service stack. */
export interface Reservation {
  logicalId: string;
  executions: number;
}

/** List the functions of a stack that reserve concurrency. */
export function reservationsOf(stack: Stack): Reservation[] {
  return stack.node
    .findAll()
    .filter((construct) => construct instanceof CfnFunction)
    .flatMap((created) => {
      const { reservedConcurrentExecutions: executions } = created;
      if (executions === undefined) return [];
      return [{ logicalId: Stack.of(created).getLogicalId(created), executions }];
    });
}
