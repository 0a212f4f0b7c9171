/** The body of an answer of SQS or EventBridge Scheduler. */
export type ApiReply = Record<string, unknown>;

/** A refusal in the form the SDKs turn into a typed exception. */
export type AwsApiError = Error & { status: number; code: string; headers: Record<string, string> };

/** A refusal with its HTTP status and the exception's name; `headers` go with the answer. */
export function apiError(status: number, code: string, message: string, headers = {}): AwsApiError {
  return Object.assign(new Error(message), { status, code, headers });
}
