/** The category of an error, which states the party that must act. See docs/reference/outcomes.md. */
export type ErrorCategory = 'auth' | 'content' | 'account' | 'rate_limit' | 'platform' | 'system';

export type PublishError = { code: string; message: string; category: ErrorCategory; retryable: boolean };
