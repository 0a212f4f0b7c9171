import {
  POST_SCRIPTS,
  REFRESH_SCRIPTS,
  type RefreshScriptName,
  type ScriptName,
  UPLOAD_SCRIPTS,
  type UploadScriptName,
} from './fault-scripts.ts';
import type { SimulatedResponse } from './simulated-http.ts';

const HTML = '<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>';

/** How a platform posts, and its error responses. */
export interface PostingPlatform {
  /** Validate the request and, if it is valid, add the post to the store. */
  publish(): SimulatedResponse;
  withoutId(reply: SimulatedResponse): SimulatedResponse;
  rejections: Record<'500' | '429' | '401' | 'duplicate' | '402' | '426', () => SimulatedResponse>;
}

/** How a platform issues tokens, and its error responses. */
export interface RefreshingPlatform {
  /** @param keepsRefreshToken the refresh token stays valid, and the response has an empty one. */
  refresh(keepsRefreshToken: boolean): SimulatedResponse;
  rejections: Record<'500' | '429', () => SimulatedResponse>;
}

/**
 * Run one script of a request that posts.
 *
 * An invalid request is rejected whatever the script.
 */
export function injectPostFault(name: ScriptName, platform: PostingPlatform): SimulatedResponse {
  const { effect, answer } = POST_SCRIPTS[name];
  const reply: SimulatedResponse = effect ? platform.publish() : { status: 503 };
  if (effect && reply.status >= 300) return reply;
  switch (answer) {
    case 'wrong_content_type':
      return { ...reply, headers: { ...reply.headers, 'content-type': 'text/html' } };
    case 'without_id':
      return platform.withoutId(reply);
    case 'as_it_is':
    case 'drop':
    case 'hang':
    case 'truncate':
    case 'drip':
    case 'html':
      return sent(reply, answer);
    default:
      return platform.rejections[answer]();
  }
}

/** Run one script of a token refresh. An invalid request is rejected whatever the script. */
export function injectRefreshFault(name: RefreshScriptName, platform: RefreshingPlatform): SimulatedResponse {
  const { effect, answer } = REFRESH_SCRIPTS[name];
  const reply: SimulatedResponse = effect ? platform.refresh(name === 'without_refresh_token') : { status: 503 };
  if (effect && reply.status >= 300) return reply;
  return answer === '500' || answer === '429' ? platform.rejections[answer]() : sent(reply, answer);
}

/** How a platform takes parts of videos, and its error responses. */
export interface UploadingPlatform {
  receive(): SimulatedResponse;
  rejections: Record<'500' | '429' | '401', () => SimulatedResponse> & { expired: () => SimulatedResponse };
}

/** Run one script of a request that uploads. An invalid request is rejected whatever the script. */
export function injectUploadFault(name: UploadScriptName, platform: UploadingPlatform): SimulatedResponse {
  const { effect, answer } = UPLOAD_SCRIPTS[name];
  const reply: SimulatedResponse = effect ? platform.receive() : { status: 503 };
  if (effect && reply.status >= 300) return reply;
  return answer === 'as_it_is' || answer === 'drop' ? sent(reply, answer) : platform.rejections[answer]();
}

function sent(
  reply: SimulatedResponse,
  answer: 'as_it_is' | 'drop' | 'hang' | 'truncate' | 'drip' | 'html',
): SimulatedResponse {
  if (answer === 'as_it_is') return reply;
  if (answer === 'html') return { status: 502, headers: { 'content-type': 'text/html' }, body: HTML };
  return { ...reply, delivery: answer };
}
