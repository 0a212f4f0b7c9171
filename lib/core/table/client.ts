import { Agent } from 'node:https';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { endAtDeadline } from '../retry/invocation-deadline.ts';
import { countThrottles } from './throttles.ts';

type RetryStrategy = Extract<
  Awaited<ReturnType<DynamoDBClient['config']['retryStrategy']>>,
  { acquireInitialRetryToken: unknown }
>;

const CONNECTION_TIMEOUT_MS = 1_000;

/**
 * Opens connections that fail after a second without an answer; the SDK then sends the request again. Its own
 * `connectionTimeout` also counts the wait for a free connection.
 */
class Connections extends Agent {
  override createConnection(...given: Parameters<Agent['createConnection']>) {
    const socket = super.createConnection(...given)!;
    const expire = () => socket.destroy(Object.assign(new Error('The table did not answer.'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(expire, CONNECTION_TIMEOUT_MS);
    for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
    return socket;
  }
}

const connections = new Connections({ keepAlive: true, maxSockets: 50 });

// A request is answered in milliseconds. One without an answer has lost its connection, and is sent again.
const requestHandler = { httpsAgent: connections, requestTimeout: 5_000, throwOnRequestTimeout: true };

const ignore = () => {};
// Without `info`: the SDK copies every input and output for it, and its default logger discards the copies.
const logger = { trace: ignore, debug: ignore, warn: ignore, error: ignore } as DynamoDBClient['config']['logger'];

/**
 * The DynamoDB client of this function. The SDK retries throttled requests, network errors and 5xx with jitter until
 * the invocation ends; `commit` retries what the SDK does not.
 */
export const table = DynamoDBDocumentClient.from(createClient(), { marshallOptions: { removeUndefinedValues: true } });

function createClient(): DynamoDBClient {
  const client = new DynamoDBClient({ maxAttempts: 5, requestHandler, logger });
  countThrottles(client);
  const standardStrategy = client.config.retryStrategy;
  client.config.retryStrategy = async () => {
    const strategy = (await standardStrategy()) as RetryStrategy;
    return {
      acquireInitialRetryToken: (scope) => strategy.acquireInitialRetryToken(scope),
      recordSuccess: (token) => strategy.recordSuccess(token),
      // It waits before it returns. The SDK then throws the error of the last attempt.
      refreshRetryTokenForRetry: (token, error) => endAtDeadline(strategy.refreshRetryTokenForRetry(token, error)),
    } satisfies RetryStrategy;
  };
  return client;
}

/**
 * Limit the connections of this function to the table, whose default is 50. A further request waits for a response: where
 * few are sent at once, that takes less time than to open a connection.
 */
export function limitConnections(count: number): void {
  connections.maxSockets = count;
}

/** Return the name of the table. Throws in a function that has no grant on it. */
export function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set: this function has no grant on the table.');
  return name;
}
