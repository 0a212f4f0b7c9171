import { createHash, randomBytes } from 'node:crypto';

/**
 * The invocations in one chain of requests that Lambda allows: "If a function is invoked approximately 16 times in the
 * same chain of requests, then Lambda automatically stops the next function invocation" (developer guide, "Use Lambda
 * recursive loop detection"). Lambda counts each function; here all functions of a chain count together.
 */
export const MAX_CHAIN_INVOCATIONS = 16;

const LINEAGE = /(?:^|;)\s*Lineage=\d+:[0-9a-f]+:(\d+)/;

/** Return how many invocations a trace header has passed. 0 without a header: it starts a chain. */
export function countInvocations(traceHeader: string | undefined): number {
  return Number(LINEAGE.exec(traceHeader ?? '')?.[1] ?? 0);
}

/** Return whether Lambda stops the next invocation of a chain. */
export function isChainExhausted(traceHeader: string | undefined): boolean {
  return countInvocations(traceHeader) >= MAX_CHAIN_INVOCATIONS;
}

/** Return the trace header of an invocation, which its SDK sends with every request. */
export function traceHeaderOfInvocation(functionArn: string, causedBy: string | undefined): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  const root =
    /(?:^|;)\s*(Root=[^;]+)/.exec(causedBy ?? '')?.[1] ?? `Root=1-${seconds}-${randomBytes(12).toString('hex')}`;
  const hash = createHash('sha256').update(functionArn).digest('hex').slice(0, 8);
  const parent = randomBytes(8).toString('hex');
  return `${root};Parent=${parent};Sampled=0;Lineage=1:${hash}:${countInvocations(causedBy) + 1}`;
}
