import { Logger } from '@aws-lambda-powertools/logger';

/**
 * The structured log of a function, in JSON lines. It may contain ids of requests, workspaces, items and
 * deliveries, but never bodies, headers, tokens or secrets.
 */
export const log = new Logger({ serviceName: process.env.FUNCTION ?? 'content-intelligence' });
