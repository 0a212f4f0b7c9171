import { isId } from '../../core/values/id.ts';
import { parseUploadKey } from '../rules/media-keys.ts';

/** Names the asset whose file is to be inspected. */
export interface MediaMessage {
  workspace_id: string;
  media_id: string;
  /** Attempts by earlier messages, which were deferred since. Absent for none. */
  attempts?: number;
  /** How often the file was deferred. Absent for never. */
  deferrals?: number;
}

/** A notification of S3; keys are encoded as in a form. */
type S3Notification = { Records?: { s3?: { object?: { key?: string } } }[]; Event?: string };

type ReceivedMessage = (Partial<MediaMessage> & S3Notification) | null;

/** Check whether a message is a notification of the bucket, which has no message group. */
export function isNotification(message: ReceivedMessage): message is S3Notification {
  return Boolean(message?.Records || message?.Event);
}

/**
 * Parse a message of the media queue: one of a worker, or a notification of the bucket. The message that S3 sends to test
 * a new configuration names nothing. Throws for any other message.
 */
export function parseMediaMessage(message: ReceivedMessage): MediaMessage[] {
  if (message?.Event === 's3:TestEvent') return [];
  const messages = message?.Records?.map(({ s3 }) => messageOf(s3?.object?.key ?? '')) ?? [
    {
      workspace_id: String(message?.workspace_id),
      media_id: String(message?.media_id),
      attempts: countOf(message?.attempts),
      deferrals: countOf(message?.deferrals),
    },
  ];
  const isValid = messages.every(
    ({ workspace_id, media_id }) => isId('workspace', workspace_id) && isId('media', media_id),
  );
  if (!isValid) throw new Error('The message does not name a file of the media library.');
  return messages;
}

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) ? (value as number) : 0;
}

function messageOf(encodedKey: string): MediaMessage {
  const owner = parseUploadKey(decodeURIComponent(encodedKey.replaceAll('+', ' ')));
  return { workspace_id: owner?.workspace_id ?? '', media_id: owner?.id ?? '' };
}
