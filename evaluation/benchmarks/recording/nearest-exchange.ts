/** A request to a service: `kind` is the operation, `text` everything else that distinguishes it. */
export interface RecordedRequest {
  kind: string;
  text: string;
}

/** A recorded request with its response. */
export interface Exchange extends RecordedRequest {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Return a function that finds the recorded exchange for each request of one replay: of those of its kind, the one with
 * the fewest different words. New ids and times make a request differ a little from the recorded one, another key makes
 * it differ more. Among equal ones the function takes the one it has returned least often, in the order of recording,
 * so that a repeated read sees the same changes. It throws for a kind that was not recorded.
 */
export function createMatcher(exchanges: Exchange[]): (request: RecordedRequest) => Exchange {
  const candidates = exchanges.map((exchange) => ({ exchange, words: wordsOf(exchange.text), uses: 0 }));
  return ({ kind, text }) => {
    const words = wordsOf(text);
    const found = candidates
      .filter(({ exchange }) => exchange.kind === kind)
      .map((candidate) => ({ candidate, distance: distanceOf(words, candidate.words) }))
      .sort((one, other) => one.distance - other.distance || one.candidate.uses - other.candidate.uses)[0];
    if (!found) throw new Error(`The recording has no ${kind}.`);
    found.candidate.uses += 1;
    return found.candidate.exchange;
  };
}

function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const word of text.match(/[A-Za-z0-9_-]+/g) ?? []) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

function distanceOf(one: Map<string, number>, other: Map<string, number>): number {
  let distance = 0;
  for (const [word, count] of one) distance += Math.abs(count - (other.get(word) ?? 0));
  for (const [word, count] of other) if (!one.has(word)) distance += count;
  return distance;
}
