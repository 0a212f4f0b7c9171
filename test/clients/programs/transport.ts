import { openAsBlob, readFileSync } from 'node:fs';
import { ApiError, CisError, Client, type ClientOptions, ConnectionError } from 'content-intelligence';

// Runs every vector of transport.test.ts, and prints the outcome of each.

interface Vector {
  base_url: string;
  call: 'get' | 'create' | 'update' | 'upload';
  idempotency_key?: string;
  if_match?: string;
  access_token?: string;
  timeout: number;
  defaults?: true;
}

const { VECTORS = '', FILE = '' } = process.env;

function optionsOf(vector: Vector, hooks: string[]): ClientOptions {
  const { base_url: baseUrl, access_token: accessToken, timeout } = vector;
  const options: ClientOptions = {
    baseUrl,
    timeoutMs: timeout * 1_000,
    maxRetries: 1,
    onResponse({ method, status, headers }) {
      const left = headers.get('x-ratelimit-remaining');
      hooks.push(`${method} ${status}${left === null ? '' : ` ${left} left`}`);
    },
    onRetry({ attempts, waitMs }) {
      hooks.push(`wait ${waitMs / 1_000} s after ${attempts}`);
    },
  };
  return accessToken === undefined
    ? { ...options, clientId: 'key', clientSecret: 'secret' }
    : { ...options, accessToken };
}

function clientOf(vector: Vector, hooks: string[]): Client {
  if (!vector.defaults) return new Client(optionsOf(vector, hooks));
  Object.assign(process.env, { CIS_BASE_URL: vector.base_url, CIS_CLIENT_ID: 'key', CIS_CLIENT_SECRET: 'secret' });
  return new Client();
}

async function call(vector: Vector, hooks: string[]): Promise<unknown> {
  const client = clientOf(vector, hooks);
  const { idempotency_key: idempotencyKey, if_match: ifMatch } = vector;
  switch (vector.call) {
    case 'get':
      return client.content.get('cnt_1');
    case 'create':
      return client.content.create(
        { title: 'Title', platforms: ['x'] },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      );
    case 'update':
      return client.content.update('cnt_1', { title: 'Title' }, ifMatch === undefined ? {} : { ifMatch });
    case 'upload':
      return client.media.upload(await openAsBlob(FILE));
  }
}

async function outcomeOf(vector: Vector) {
  const hooks: string[] = [];
  const describe = (outcome: string, message = '') => ({ outcome, message, hooks: hooks.join(', ') });
  try {
    await call(vector, hooks);
    return describe('ok');
  } catch (error) {
    if (error instanceof ApiError) {
      const { code, message, errors, remedy } = error;
      return describe(code, `${message} ${errors[0]?.pointer} ${remedy}`);
    }
    if (error instanceof ConnectionError) return describe('connection', error.message);
    return describe(error instanceof CisError ? 'invalid' : String(error));
  }
}

const outcomes: object[] = [];
for (const vector of JSON.parse(readFileSync(VECTORS, 'utf8')) as Vector[]) outcomes.push(await outcomeOf(vector));
console.log(JSON.stringify(outcomes));
