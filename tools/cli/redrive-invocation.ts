import { invokeFunction } from './invoke-function.ts';

/** Lambda's record of a failed asynchronous invocation; only the members used here. */
interface FailedInvocation {
  requestContext: { functionArn: string };
  requestPayload: unknown;
}

/** Invoke the function again, asynchronously, with the original payload. Returns a line to print. */
export async function redriveInvocation(text: string): Promise<string> {
  const { requestContext, requestPayload } = JSON.parse(text) as Partial<FailedInvocation>;
  if (!requestContext?.functionArn || requestPayload === undefined)
    throw new Error('The message is not the record of a failed invocation.');
  await invokeFunction(requestContext.functionArn, requestPayload, 'Event');
  return `invoked ${requestContext.functionArn.split(':')[6]}`;
}
