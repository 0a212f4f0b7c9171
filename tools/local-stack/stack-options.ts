import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalServiceInfo } from '../cli/local-service-file.ts';
import type { FunctionClock } from './function-clock.ts';
import type { PublicAccess } from './public-listener.ts';
import type { EncryptSecrets } from './simulator-accounts.ts';

/**
 * A `timeoutFactor` for a busy machine: timeouts of functions are seconds of Lambda, and a second of such a machine does less. A
 * function that ends at its timeout leaves a post of unknown outcome.
 */
export const BUSY_MACHINE_FACTOR = 10;

/** How to reach the table as a client: any SDK takes these as they are. */
export type TableInfo = {
  endpoint: string;
  region: string;
  tableName: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

/** The stores of the stack besides its table. */
type LocalStores = Pick<LocalServiceInfo, 'kms' | 'media'>;

export type StackOptions = {
  /** Port of the HTTP API on 127.0.0.1; 0 (the default) picks a free one. */
  port?: number;
  /** How platforms on the internet reach the service. */
  publicAccess?: PublicAccess;
  /** Where the data lives; default `.local`. One service per folder. */
  folder?: string;
  /** A synthesized cloud assembly; default `cdk.out`. */
  outdir?: string;
  /** Sees each HTTP request before routing; true when it has taken it over. */
  interceptRequest?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Called once the table exists and before anything reads it, to put the first items in. */
  onTableReady?: (table: TableInfo, encryptSecrets: EncryptSecrets, stores: LocalStores) => Promise<void>;
  /** Runs functions only when they are invoked: no stream, no queues and no timers start them. */
  triggersPaused?: boolean;
  /** Runs each function in one thread, and fires no schedules: the least work for a process that only creates data. */
  isFrugal?: boolean;
  /** Inserts a proxy between the functions and a service they call; returns its URL. */
  proxyEndpoint?: (endpoint: string) => Promise<string>;
  /** Multiplies the timeouts of functions, for tests on a busy machine; default 1. The gateway's limit remains. */
  timeoutFactor?: number;
  /** Replaces the time that functions read; default: the machine's. */
  clock?: FunctionClock;
  /** The concurrency quota of the account: an invocation above it is throttled. Without it there is none. */
  quota?: number;
  /** Renames the challenges of functions, as API Gateway may do. */
  renamesChallenges?: boolean;
  /** Writes lines about errors of the runner and failed invocations; default: standard error. */
  log?: (line: string) => void;
};
