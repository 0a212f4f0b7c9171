import { toRetry } from './classification.ts';
import { UPLOAD_LIFE_MS } from './preparation.ts';
import type { Preparation, PrepareFailure, Unfinished } from './publisher.ts';
import type { HttpResponse } from './request.ts';

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

/** Check whether the status of an upload could not be read for now: another attempt, or another token, may read it. */
export function isUnreadForNow(failure: PrepareFailure | null): failure is PrepareFailure {
  return failure !== null && (failure.outcome === 'retry' || failure.error.category === 'auth');
}

/** Forget an upload that the platform has no longer: the next attempt starts over. */
export async function startOver(preparation: Preparation, platformName: string): Promise<PrepareFailure> {
  await preparation.save({});
  return toRetry('upload_expired', `${platformName} no longer has the video that was uploaded.`, 'platform');
}
