import { isSuccess } from '../http/json-response.ts';
import { type PlatformRequest, sendRequest } from '../http/request.ts';

/**
 * Send a request that ends the access of a token (RFC 7009, 2.2): the response to an unknown token, which has no access, is 200
 * too. Returns whether the platform has confirmed it.
 */
export async function requestRevocation(request: PlatformRequest): Promise<boolean> {
  const { response } = await sendRequest(request);
  return response !== null && isSuccess(response);
}
