import type { RetryPolicy } from './back-off.ts';
import { retry } from './retry.ts';

/** Error of a change made against a state that no longer exists. Load again and decide again. */
export class ConflictError extends Error {
  constructor() {
    super('Another change came first.');
    this.name = 'ConflictError';
  }
}

/** Run an operation again after each `ConflictError`, from its start, as its policy allows. Throws the last one. */
export function retryOnConflict<T>(policy: RetryPolicy, operation: (attempt: number) => Promise<T>): Promise<T> {
  return retry(policy, operation, (error) => error instanceof ConflictError);
}
