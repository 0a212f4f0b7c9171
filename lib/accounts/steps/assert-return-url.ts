import { settings } from '../../core/config/settings.ts';
import { fieldError } from '../../core/problems/request-errors.ts';
import { returnUrlError } from '../rules/connect/return-url.ts';

/** Throw 422 for a `return_url` that the stage does not allow. */
export function assertReturnUrl(text: string): void {
  const { returnUrls: targets, allowsLoopbackReceivers: allowsHttp } = settings();
  const error = returnUrlError(text, { targets, allowsHttp });
  if (error !== null) throw fieldError('/return_url', 'invalid', error);
}
