import { Logger } from '@aws-lambda-powertools/logger';

/**
 * The one structured log of a function: JSON lines. Ids of requests, workspaces, items and deliveries go
 * in; bodies, headers, tokens and secrets never do.
 */
export const log = new Logger({ serviceName: process.env.FUNCTION ?? 'content-intelligence' });
