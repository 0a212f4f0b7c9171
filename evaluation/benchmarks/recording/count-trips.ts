import type { Exchange, RecordedRequest } from './nearest-exchange.ts';
import type { Answer } from './service-stub.ts';

/** How often a function waited for services, one response after the other, and what it sent them. */
export interface Trips {
  trips: number;
  calls: number;
  /** The calls of DynamoDB. */
  tableCalls: number;
}

/** Within this time of a request, those that do not depend on its response have arrived too. */
const QUIET_MS = 100;

/**
 * Return an answer that holds every response until no further request arrives, and the trips counted so far. Requests
 * that were held together are one trip.
 */
export function createTripCounter(find: (request: RecordedRequest) => Exchange): { answer: Answer; count: Trips } {
  const count: Trips = { trips: 0, calls: 0, tableCalls: 0 };
  const held: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    count.trips += 1;
    for (const resume of held.splice(0)) resume();
  };
  const answer: Answer = async (request) => {
    count.calls += 1;
    if (request.kind.startsWith('DynamoDB')) count.tableCalls += 1;
    clearTimeout(timer);
    timer = setTimeout(release, QUIET_MS);
    await new Promise<void>((resume) => held.push(resume));
    return find(request);
  };
  return { answer, count };
}
