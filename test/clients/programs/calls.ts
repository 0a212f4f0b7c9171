import { ApiError, Client, type ClientOptions, ConnectionError } from 'content-intelligence';

// Runs every scenario of calls.test.ts, and prints the outcome of each.

const { ORIGIN = '', PARALLEL = '' } = process.env;

function clientOf(scenario: string, options: Partial<ClientOptions> = {}): Client {
  return new Client({ baseUrl: `${ORIGIN}/${scenario}/v1`, clientId: 'key', clientSecret: 'secret', ...options });
}

async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (error instanceof ApiError) return error.retryAfter === 61 ? `${error.code} after 61` : error.code;
    if (error instanceof ConnectionError) return 'connection';
    if (error === 'enough') return 'cancelled';
    throw error;
  }
}

const get = (client: Client) => outcomeOf(client.content.get('cnt_1'));
const getAll = (client: Client) => Promise.all(Array.from({ length: Number(PARALLEL) }, () => get(client)));

/** Begin a call, cancel it when it has arrived, and end what the server has left open. */
async function cancel(scenario: string): Promise<string> {
  const controller = new AbortController();
  const outcome = outcomeOf(clientOf(scenario).content.get('cnt_1', { signal: controller.signal }));
  await fetch(`${ORIGIN}/${scenario}/arrived`);
  controller.abort('enough');
  const printed = await outcome;
  await fetch(`${ORIGIN}/${scenario}/release`);
  return printed;
}

async function inSequence(scenario: string): Promise<string[]> {
  const client = clientOf(scenario);
  return [await get(client), ...(await getAll(client))];
}

async function keyed(): Promise<string[]> {
  const client = clientOf('keyed');
  const create = () => outcomeOf(client.content.create({ title: 'Title', platforms: ['x'] }));
  return [await create(), await create()];
}

console.log(
  JSON.stringify({
    absent: await getAll(clientOf('absent')),
    expired: await inSequence('expired'),
    rejected: await inSequence('rejected'),
    'rejected-twice': await get(clientOf('rejected-twice')),
    'cancelled-request': await cancel('cancelled-request'),
    'cancelled-wait': await cancel('cancelled-wait'),
    'cancelled-token': await cancel('cancelled-token'),
    timeout: await outcomeOf(clientOf('timeout').content.get('cnt_1', { timeoutMs: 2_000 })),
    timeouts: await outcomeOf(clientOf('timeouts', { maxRetries: 1 }).content.get('cnt_1', { timeoutMs: 2_000 })),
    'retry-after': await get(clientOf('retry-after')),
    'long-retry-after': await get(clientOf('long-retry-after')),
    keyless: await outcomeOf(clientOf('keyless').team.acceptInvitation({ token: 'token', name: 'Ada' })),
    keyed: await keyed(),
    limit: await get(clientOf('limit', { maxRetries: 2 })),
  }),
);
