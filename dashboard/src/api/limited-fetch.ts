/** A new AWS account runs ten functions at once, which it shares with publishing; HTTP/2 would send any number. */
const MAX_REQUESTS_AT_ONCE = 4;
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 400;

type Send = (request: Request) => Promise<Response>;

/**
 * Return a function that sends at most four requests at once, in the order of its calls, and repeats one that the API
 * answers with 503, as it does while no more functions can run. It repeats only what has the same effect once and twice:
 * reading, and requests with an idempotency key.
 */
export function limited(send: Send, pause: (ms: number) => Promise<void> = wait): Send {
  let running = 0;
  const waiting: (() => void)[] = [];
  const enter = async () => {
    if (running >= MAX_REQUESTS_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
  };
  // The place of a request that has ended goes to the one that waits longest.
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  const sendOne: Send = async (request) => {
    await enter();
    try {
      return await send(request);
    } finally {
      leave();
    }
  };
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const response = await sendOne(request.clone());
      if (response.status !== 503 || attempt >= MAX_ATTEMPTS || !isRepeatable(request)) return response;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
      request.signal.throwIfAborted();
    }
  };
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || headers.has('idempotency-key');
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
