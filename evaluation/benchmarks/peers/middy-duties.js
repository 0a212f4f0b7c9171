import { generateKeyPairSync } from 'node:crypto';
import { IdempotencyConfig } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { makeHandlerIdempotent } from '@aws-lambda-powertools/idempotency/middleware';
import { Logger } from '@aws-lambda-powertools/logger';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { Metrics } from '@aws-lambda-powertools/metrics';
import { logMetrics } from '@aws-lambda-powertools/metrics/middleware';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import etag from 'etag';
import { createLocalJWKSet, jwtVerify, SignJWT } from 'jose';
import { RateLimiterDynamo } from 'rate-limiter-flexible';
import * as z from 'zod';
import { toContent } from './to-content.js';

// The peer `middy-powertools` with the duties of an endpoint of the service, each by the library that the field uses: a
// token that is verified, a rate limit per workspace in the table, an ETag, and the idempotency of Powertools.
const client = new DynamoDB({});
const table = DynamoDBDocumentClient.from(client);
const tableName = process.env.TABLE_NAME;
const keys = JSON.parse(process.env.ITEM_KEYS);
const logger = new Logger({ serviceName: 'peer' });
const metrics = new Metrics({ namespace: 'Peer', serviceName: 'peer' });
const limiter = new RateLimiterDynamo({
  storeClient: client,
  tableName,
  tableCreated: true,
  ttlSet: true,
  points: 1_000_000_000,
  duration: 60,
});

// The issuer of the tokens, as a user pool has one.
const AUDIENCE = 'content-intelligence';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const issuerKey = { ...publicKey.export({ format: 'jwk' }), kid: 'peer', alg: 'RS256' };
const issuerKeys = createLocalJWKSet({ keys: [issuerKey] });
/** The `Authorization` header of a caller, as a promise. */
export const authorization = new SignJWT({ workspace: 'ws_01K0', scope: 'content:read content:write' })
  .setProtectedHeader({ alg: 'RS256', kid: 'peer' })
  .setAudience(AUDIENCE)
  .setExpirationTime('1d')
  .sign(privateKey)
  .then((token) => `Bearer ${token}`);

const getRequest = z.object({ pathParameters: z.object({ id: z.string().regex(/^cnt_[0-9A-Z]{26}$/) }) });
/** Reads an item. */
export const handler = withMiddleware('content:read', async (event) => {
  const { pathParameters } = getRequest.parse(event);
  const { Item } = await table.send(new GetCommand({ TableName: tableName, Key: keys.content }));
  record('get', pathParameters.id);
  return Item ? respond(200, toContent(Item)) : respond(404, { error: 'not found' });
});

/** Returns a handler that creates an item once per `Idempotency-Key`. Its request matches a schema of zod. */
export const creating = (schema) =>
  withMiddleware(
    'content:write',
    async (event) => {
      const input = schema.parse(JSON.parse(event.body));
      const now = new Date().toISOString();
      const id = `cnt_${crypto.randomUUID()}`;
      const item = { id, ...input, status: 'draft', created_at: now, updated_at: now };
      await table.send(
        new PutCommand({ TableName: tableName, Item: { pk: `BENCHMARK#${id}`, sk: 'CONTENT', ...item } }),
      );
      record('create', id);
      return respond(201, toContent(item));
    },
    [idempotency()],
  );

function withMiddleware(scope, run, more = []) {
  return middy()
    .use([injectLambdaContext(logger), logMetrics(metrics), authorize(scope), limitRate(), addEtag(), ...more])
    .handler(run);
}

function idempotency() {
  return makeHandlerIdempotent({
    persistenceStore: new DynamoDBPersistenceLayer({ tableName, awsSdkV3Client: client }),
    config: new IdempotencyConfig({ eventKeyJmesPath: 'headers."idempotency-key"', payloadValidationJmesPath: 'body' }),
  });
}

function authorize(scope) {
  return {
    before: async ({ event }) => {
      const token = event.headers.authorization.slice('Bearer '.length);
      const { payload } = await jwtVerify(token, issuerKeys, { audience: AUDIENCE });
      if (!payload.scope.split(' ').includes(scope)) return respond(403, { error: 'forbidden' });
      event.workspace = payload.workspace;
    },
  };
}

function limitRate() {
  return {
    before: async (request) => {
      request.internal.limit = await limiter.consume(request.event.workspace);
    },
    after: ({ internal: { limit }, response }) => {
      response.headers.ratelimit = `"minute";r=${limit.remainingPoints};t=${Math.ceil(limit.msBeforeNext / 1000)}`;
    },
  };
}

function addEtag() {
  return {
    after: ({ event, response }) => {
      response.headers.etag = etag(response.body);
      if (event.headers['if-none-match'] === response.headers.etag) response.statusCode = 304;
    },
  };
}

function record(operation, id) {
  metrics.addMetric('Requests', 'Count', 1);
  logger.info('request', { operation, content_id: id, status: 200 });
}

function respond(statusCode, body) {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
