import { ProvisionedThroughputExceededException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';

type Input = Record<string, unknown>;

/** The error of a throttled command: a transaction is cancelled, with a reason for the first of its items. */
export function throttled(command: string, input: Input): Error {
  if (command === 'TransactWriteCommand') return cancelled(input, 'ThrottlingError');
  return new ProvisionedThroughputExceededException({ message: 'Throughput exceeds the capacity.', $metadata: {} });
}

/** The error of a cancelled transaction: these reasons for its first items, and none for the others. */
export function cancelled(input: Input, ...codes: string[]): TransactionCanceledException {
  const actions = input.TransactItems as unknown[];
  return new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: actions.map((_, index) => ({ Code: codes[index] ?? 'None' })),
  });
}

const ONLY_ALONE = [
  'ConditionalCheckFailedException',
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'TransactionConflictException',
];
const ONLY_IN_TRANSACTIONS = ['TransactionCanceledException', 'TransactionInProgressException'];

/** Return the error when DynamoDB can return it for the command. Throws otherwise. */
export function possibleFault(command: string, input: Input, error: Error): Error {
  const isTransaction = command === 'TransactWriteCommand';
  if ((isTransaction ? ONLY_ALONE : ONLY_IN_TRANSACTIONS).includes(error.name)) {
    throw new TypeError(`DynamoDB never returns ${error.name} for a ${command}.`);
  }
  const { CancellationReasons: reasons } = error as TransactionCanceledException;
  if (error.name === 'TransactionCanceledException' && reasons?.length !== (input.TransactItems as unknown[]).length) {
    throw new TypeError('A cancelled transaction has one reason per item.');
  }
  return error;
}
