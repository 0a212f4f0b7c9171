import type { Account } from '../../accounts/rules/account.ts';
import { getObject, getObjectRange, presignGet } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { type DownloadedMedia, downloadMedia, MediaRejectedError } from '../../core/net/download-media.ts';
import { MAX_IMAGE_BYTES, MEDIA_URL_SECONDS } from '../../media/rules/media-asset.ts';
import { type PublishedFile, publishedFile } from '../../media/rules/published-file.ts';
import type { MediaSource, PlatformConnection } from '../../platforms/kit/publisher.ts';
import { isLibraryMedia, type LibraryMedia, type Media } from '../../platforms/platform.ts';

/**
 * Return how a publisher reads the files of a post: from the media library of the account's workspace, or from their URLs.
 * The URL of a file of the library ends after an hour.
 */
export function mediaOf(
  account: Account,
): Required<Pick<PlatformConnection, 'downloadMedia' | 'openMedia' | 'mediaUrl'>> {
  return {
    openMedia: async (media) => openFile(media, account),
    downloadMedia: async (media) => (isLibraryMedia(media) ? readFile(media, account) : downloadMedia(media.url)),
    mediaUrl: async (media: Media) => {
      if (!isLibraryMedia(media)) return media.url;
      const { key } = fileOn(media, account);
      // The local service sets it: its S3 is on this machine, where a platform cannot read it.
      return presignGet(requireEnv('MEDIA_BUCKET'), key, MEDIA_URL_SECONDS, process.env.PUBLIC_S3_URL);
    },
  };
}

async function readFile(media: LibraryMedia, account: Account): Promise<DownloadedMedia> {
  const { key, content_type } = fileOn(media, account);
  const bytes = await getObject(requireEnv('MEDIA_BUCKET'), key, MAX_IMAGE_BYTES);
  if (bytes === null || bytes === 'too_large') throw missing();
  return { bytes, contentType: content_type };
}

function openFile(media: Media, account: Account): MediaSource {
  if (!isLibraryMedia(media)) {
    throw new MediaRejectedError('A video is published from the media library, not from a URL.', null);
  }
  const { key, content_type: contentType, size_bytes: sizeBytes } = fileOn(media, account);
  const read = async (fromByte: number, lengthBytes: number) => {
    const found = await getObjectRange(requireEnv('MEDIA_BUCKET'), key, fromByte, lengthBytes);
    if (found === null) throw missing();
    if (found.sizeBytes !== sizeBytes) throw new Error(`The object ${key} has not the size of the file.`);
    return found.bytes;
  };
  return { contentType, sizeBytes, read };
}

function missing(): MediaRejectedError {
  return new MediaRejectedError('The media library does not have the file any more.', null);
}

function fileOn(media: LibraryMedia, { workspace_id, platform }: Account): PublishedFile {
  return publishedFile(media, workspace_id, platform);
}
