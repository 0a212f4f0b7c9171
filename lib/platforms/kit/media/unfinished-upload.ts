import { toRetry } from '../http/classification.ts';
import type { HttpResponse } from '../http/request.ts';
import { UPLOAD_LIFE_MS } from '../preparation.ts';
import type { Preparation, PrepareFailure, Unfinished } from '../publisher.ts';

/** Compute when an upload of now is not used any more (ISO 8601): before it expires on the platform, or after 20 hours. */
export function expiryOfUpload(lifeSeconds = Number.POSITIVE_INFINITY): string {
  return new Date(Date.now() + Math.min(0.9 * lifeSeconds * 1000, UPLOAD_LIFE_MS)).toISOString();
}

/** Return whether an upload with this saved expiry can still be used. */
export function isUsable(expiresAt: unknown): boolean {
  return typeof expiresAt === 'string' && Date.now() < Date.parse(expiresAt);
}

/** Build the outcome of an upload that has used up its time in this attempt, and is saved. */
export function toUnfinishedUpload(sentBytes: number, sizeBytes: number): Unfinished {
  const message = `Uploading the video takes longer than one attempt: ${sentBytes} of ${sizeBytes} bytes are uploaded.`;
  return { outcome: 'unfinished', error: { code: 'preparation_slow', message, category: 'system', retryable: true } };
}

/** Check whether a platform reports that it has an upload no longer. */
export function isUploadGone({ status, body }: HttpResponse): boolean {
  if (status === 404 || status === 410) return true;
  return (status === 400 || status === 403) && /expired|not found|does not exist/i.test(body);
}

/**
 * Return the failure of the end of an upload, or null. A platform rejects the second end of one, which follows after a lost
 * response: then `hasEnded` decides, which reads the status. One that cannot be read for now is read by another attempt, or
 * with another token.
 */
export async function failureOfEnd(
  failure: PrepareFailure | null,
  response: HttpResponse | null,
  hasEnded: () => Promise<boolean | PrepareFailure>,
  preparation: Preparation,
  platformName: string,
): Promise<PrepareFailure | null> {
  if (response === null || failure?.outcome !== 'rejected' || failure.error.category === 'auth') return failure;
  const ended = await hasEnded();
  if (ended === true) return null;
  if (ended !== false && (ended.outcome === 'retry' || ended.error.category === 'auth')) return ended;
  return isUploadGone(response) ? startOver(preparation, platformName) : failure;
}

/** Forget an upload that the platform has no longer: the next attempt starts over. */
export async function startOver(preparation: Preparation, platformName: string): Promise<PrepareFailure> {
  await preparation.save({});
  return toRetry('upload_expired', `${platformName} no longer has the video that was uploaded.`, 'platform');
}
