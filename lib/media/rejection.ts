/** Why a file is rejected, for programs: each reason is permanent for these bytes. */
export type MediaRejectionReason =
  | 'unsupported_type'
  | 'heic_not_supported'
  | 'animation_not_supported'
  | 'too_large'
  | 'too_many_pixels'
  | 'too_complex'
  | 'truncated'
  | 'corrupt';

/** A rejected file. The message names the rule and its number, and contains nothing of the file. */
export interface MediaRejection {
  outcome: 'rejected';
  reason: MediaRejectionReason;
  message: string;
}

/** A file that breaks a rule, thrown inside of this folder only: its entry points return a `MediaRejection`. */
export class MediaFormatError extends Error {
  override readonly name = 'MediaFormatError';
  readonly reason: MediaRejectionReason;

  constructor(reason: MediaRejectionReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Describe as a rejection what a parser or a decoder threw.
 *
 * The message of a foreign error is dropped: it may quote the file.
 */
export function toRejection(error: unknown): MediaRejection {
  const { reason, message } =
    error instanceof MediaFormatError
      ? error
      : new MediaFormatError('corrupt', 'The file cannot be decoded: its content is damaged or not supported.');
  return { outcome: 'rejected', reason, message };
}
