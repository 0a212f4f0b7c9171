import { callDynamodb } from './dynamodb.ts';

/** A running DynamoDB. */
export interface TableServer {
  endpoint: string;
  stop(): Promise<void>;
}

/** Wait until a DynamoDB responds. Throws after `waitMs`; default: a minute. */
export async function waitForTable(endpoint: string, waitMs = 60_000): Promise<void> {
  // It starts in a tenth of a second, and far later on a busy machine.
  const deadline = Date.now() + waitMs;
  for (;;) {
    try {
      await callDynamodb(endpoint, 'DynamoDB_20120810.ListTables', {});
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('The DynamoDB of the local service did not start', { cause: error });
      await new Promise((resume) => setTimeout(resume, 5));
    }
  }
}
