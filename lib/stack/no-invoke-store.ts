/**
 * Replaces `@aws/lambda-invoke-store` in the bundles. It separates the trace ids of requests that run in one
 * function instance at once; these functions run one at a time and have the trace id in their environment.
 */
export const InvokeStore = { getInstanceAsync: async () => undefined };
