import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import * as z from 'zod';
import { toContent } from './to-content.js';

// middy with the logger and the metrics of Powertools and zod, with one call of the SDK.
const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const TableName = process.env.TABLE_NAME;
const keys = JSON.parse(process.env.ITEM_KEYS);
const logger = new Logger({ serviceName: 'peer' });
const metrics = new Metrics({ namespace: 'Peer', serviceName: 'peer' });

const getRequest = z.object({ pathParameters: z.object({ id: z.string().regex(/^cnt_[0-9A-Z]{26}$/) }) });
/** Reads an item. */
export const handler = withMiddleware(async (event) => {
  const { pathParameters } = getRequest.parse(event);
  const { Item } = await table.send(new GetCommand({ TableName, Key: keys.content }));
  record('get', pathParameters.id);
  return Item ? answer(200, toContent(Item)) : answer(404, { error: 'not found' });
});

/** Returns a handler that creates an item whose request matches a schema of zod. */
export const creating = (schema) =>
  withMiddleware(async (event) => {
    const input = schema.parse(JSON.parse(event.body));
    const now = new Date().toISOString();
    const id = `cnt_${crypto.randomUUID()}`;
    const item = { id, ...input, status: 'draft', created_at: now, updated_at: now };
    await table.send(new PutCommand({ TableName, Item: { pk: `BENCHMARK#${id}`, sk: 'CONTENT', ...item } }));
    record('create', id);
    return answer(201, toContent(item));
  });

function withMiddleware(run) {
  return middy().use(injectLambdaContext(logger)).use(logMetrics(metrics)).handler(run);
}

function record(operation, id) {
  metrics.addMetric('Requests', 'Count', 1);
  logger.info('request', { operation, content_id: id, status: 200 });
}

function answer(statusCode, body) {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
