import { formatBytes } from '../../content/file-texts.ts';

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
  switch (state.phase) {
    case 'waiting':
      return `${formatBytes(sizeBytes)}, queued`;
    case 'sending':
      return `${percentSent(upload)} % of ${formatBytes(sizeBytes)} uploaded`;
    case 'processing':
      return `${formatBytes(sizeBytes)} uploaded, processing…`;
    case 'failed':
      return `${formatBytes(sizeBytes)}, not uploaded`;
  }
}

/** Return what a screen reader announces when an upload enters a phase. Progress within a phase is not announced. */
export function announcementOf({ name, state }: Upload): string {
  switch (state.phase) {
    case 'waiting':
      return `${name} is queued.`;
    case 'sending':
      return `Uploading ${name}.`;
    case 'processing':
      return `${name} is uploaded and processing.`;
    case 'failed':
      return `${name} was not uploaded: ${state.reason}`;
  }
}

/** Say what a draft waits for before it can be saved, or null if it waits for nothing. */
export function uploadObstacle(uploads: readonly Upload[]): string | null {
  if (uploads.length === 0) return null;
  const failed = uploads.filter(({ state }) => state.phase === 'failed').length;
  const [count, what] = failed > 0 ? [failed, 'not uploaded'] : [uploads.length, 'not ready yet'];
  const subject = count === 1 ? 'One file is' : `${count} files are`;
  const them = count === 1 ? 'it' : 'them';
  return `${subject} ${what}. ${failed > 0 ? `Retry or remove ${them}` : `Wait for ${them}`}, then save.`;
}
