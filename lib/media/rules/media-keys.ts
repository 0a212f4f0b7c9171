import type { MediaAsset } from './media-asset.ts';

// Two keys per asset, so that a file that was inspected cannot be replaced by another upload.
type Owner = Pick<MediaAsset, 'workspace_id' | 'id'>;

const UPLOADS = 'uploads';

/** The prefix of the objects that clients write. The bucket notifies the media queue about them. */
export const UPLOADS_PREFIX = `${UPLOADS}/`;
/** The prefix of the objects that passed the inspection, which only its function writes. */
export const FILES_PREFIX = 'media/';

/** The prefix of the files of exports, and how long they are stored. */
export const EXPORTS_PREFIX = 'exports/';
export const EXPORT_RETENTION_DAYS = 7;

/** The prefix of the files, rows and results of imports, and how long they are stored. */
export const IMPORTS_PREFIX = 'imports/';
export const IMPORT_RETENTION_DAYS = 30;

/** The prefix of the images of link cards, which the submission of an item for approval stores. */
export const CARDS_PREFIX = 'cards/';
/** How long they are stored. A new submission stores them again. */
export const CARD_RETENTION_DAYS = 400;

/**
 * Return the key of the image of a link card of a content item. `hash`: the SHA-256 of its bytes, so that an object never
 * changes after its approval.
 */
export function cardImageKey(owner: { workspace_id: string; content_id: string }, hash: string): string {
  return `${CARDS_PREFIX}${owner.workspace_id}/${owner.content_id}/${hash}`;
}

/** Return the key of the object that the client uploads. */
export function uploadKey({ workspace_id, id }: Owner): string {
  return `${UPLOADS_PREFIX}${workspace_id}/${id}`;
}

/** Return the key of the file without metadata. */
export function fileKey({ workspace_id, id }: Owner): string {
  return `${FILES_PREFIX}${workspace_id}/${id}`;
}

/** Return the key of the file as it was adapted to a platform. */
export function adaptationKey(owner: Owner, platform: string): string {
  return `${fileKey(owner)}/${platform}`;
}

/** Return the owner of an uploaded object, or null for another key. */
export function parseUploadKey(key: string): Owner | null {
  const [prefix, workspace_id, id, ...rest] = key.split('/');
  return prefix === UPLOADS && workspace_id && id && rest.length === 0 ? { workspace_id, id } : null;
}
