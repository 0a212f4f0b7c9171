import { t } from '../language/texts.ts';
import { formatBytes } from './file-texts.ts';

/** How far an upload is. One that is ready is no upload any more. */
export type UploadState =
  | { phase: 'waiting' }
  | { phase: 'sending'; sentBytes: number }
  | { phase: 'processing' }
  | { phase: 'failed'; reason: string };

/** A file that is on its way to the media library. */
export interface Upload {
  key: number;
  name: string;
  sizeBytes: number;
  isVideo: boolean;
  state: UploadState;
}

/** Uploads that send their files at the same time. */
export const MAX_SENDING = 3;

/** List the uploads that can begin now, in the order in which they were added. */
export function startable(uploads: readonly Upload[]): Upload[] {
  const sending = uploads.filter(({ state }) => state.phase === 'sending').length;
  return uploads.filter(({ state }) => state.phase === 'waiting').slice(0, Math.max(0, MAX_SENDING - sending));
}

/** Return the part of a file that is sent, in whole percent. The last one is that of the response. */
export function percentSent({ sizeBytes, state }: Upload): number {
  if (state.phase === 'processing') return 100;
  if (state.phase !== 'sending' || sizeBytes === 0) return 0;
  return Math.min(99, Math.floor((100 * state.sentBytes) / sizeBytes));
}

/** Say how far an upload is. */
export function describeUpload(upload: Upload): string {
  const { state, sizeBytes } = upload;
  return t('content.uploadState', {
    ...{ phase: state.phase, size: formatBytes(sizeBytes), percent: percentSent(upload) },
  });
}

/** Return what a screen reader announces when an upload enters a phase. Progress within a phase is not announced. */
export function announcementOf({ name, state }: Upload): string {
  const reason = state.phase === 'failed' ? state.reason : '';
  return t('content.uploadAnnouncement', { phase: state.phase, name, reason });
}

/** Say what a draft waits for before it can be saved, or null if it waits for nothing. */
export function uploadObstacle(uploads: readonly Upload[]): string | null {
  if (uploads.length === 0) return null;
  const failed = uploads.filter(({ state }) => state.phase === 'failed').length;
  if (failed > 0) return t('content.uploadsFailed', { count: failed });
  return t('content.uploadsNotReady', { count: uploads.length });
}
