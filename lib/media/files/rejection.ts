import type { MediaErrorCode } from '../rules/media-asset.ts';

/** Why the content of a file is rejected: each reason is permanent for these bytes. */
type RejectionCode = Exclude<
  MediaErrorCode,
  'empty' | 'download_failed' | 'not_processable' | 'storage_quota_exceeded' | 'agent_budget_exceeded'
>;

/** A rejected file. The message names the rule and its number, and contains nothing of the file. */
export interface MediaRejection {
  outcome: 'rejected';
  code: RejectionCode;
  message: string;
}

/** A file that breaks a rule, thrown inside of this folder only: its entry points return a `MediaRejection`. */
export class MediaFormatError extends Error {
  override readonly name = 'MediaFormatError';
  readonly code: RejectionCode;

  constructor(code: RejectionCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Describe as a rejection what a parser or a decoder threw.
 *
 * The message of a foreign error is dropped: it may quote the file.
 */
export function toRejection(error: unknown): MediaRejection {
  const { code, message } =
    error instanceof MediaFormatError
      ? error
      : new MediaFormatError('corrupt', 'The file cannot be decoded. It is damaged or not supported.');
  return { outcome: 'rejected', code, message };
}

/** The most segments, chunks, blocks or frames of a file. Files of cameras and editors have at most some thousand. */
const MAX_PARTS = 100_000;

/** Throw for a file of more parts: a list of millions of them would take more memory than its pixels. */
export function assertFewParts(count: number): void {
  if (count <= MAX_PARTS) return;
  throw new MediaFormatError('too_complex', `The image has more than ${MAX_PARTS.toLocaleString('en-US')} parts.`);
}
