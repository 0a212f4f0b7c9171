/** The response body of SQS or EventBridge Scheduler. */
export type ApiReply = Record<string, unknown>;

/** A rejection in the form the SDKs turn into a typed exception. */
export type AwsApiError = Error & { status: number; code: string; headers: Record<string, string> };

/** An error with its HTTP status and exception name; `headers` are sent with the response. */
export function apiError(status: number, code: string, message: string, headers = {}): AwsApiError {
  return Object.assign(new Error(message), { status, code, headers });
}
