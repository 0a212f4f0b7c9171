import type { FieldDoc } from './field-docs.ts';

const ID = 'med_01K00000000000000000000000';
const HOST = 'https://example-media.s3.eu-central-1.amazonaws.com';

/** Fields of a file of the media library, in responses and events. */
const FILE: Record<string, FieldDoc> = {
  id: ['The id of the file.', ID],
  status: ['`uploading` waits for the file, `processing` for its inspection; the others are final.', 'ready'],
  content_type: [
    'The type that the content has, whatever the upload declared. Null until the file is ready.',
    'image/jpeg',
  ],
  size_bytes: ['Size of the stored file, without metadata. Null until the file is ready.', 48_213],
  width: ['Width in pixels, as displayed. Null until the file is ready.', 1080],
  height: ['Height in pixels, as displayed. Null until the file is ready.', 1350],
  is_animated: ['Whether it is an animation. Null until the file is ready.', false],
  duration_ms: ['Length of an animation or a video. Null for others, and until the file is ready.', null],
  video: ['What the inspection found of a video. Null for others, and until the file is ready.', null],
  adaptations: ['What platforms receive instead of the file, because it exceeds their limits.'],
  unsupported: ['The platforms that cannot take the file, also adapted.'],
  error: ['Why the file was rejected. Null for others.'],
  reference_count: ['Number of content items that reference the file.', 0],
  created_by: ['The id of the user who added the file.', 'usr_01K00000000000000000000000'],
  expires_at: [
    'Time at which the file is deleted. Null while a content item references it.',
    '2026-12-20T09:30:00.000Z',
  ],
};

/** Fields of the file that a platform receives. */
const ADAPTATION: Record<string, FieldDoc> = {
  platform: ['The platform that receives the adapted file.', 'instagram'],
  content_type: ['The type of the adapted file.', 'image/jpeg'],
  size_bytes: ['Size of the adapted file.', 391_204],
  width: ['Width of the adapted file in pixels.', 1440],
  height: ['Height of the adapted file in pixels.', 1080],
  changes: [
    'What was changed: `converted` to another type, `scaled_down` to fewer pixels, `padded` with white at two sides, `compressed` to fewer bytes.',
    ['converted', 'scaled_down'],
  ],
};

const VIDEO: Record<string, FieldDoc> = {
  codec: ['The codec of the video track.', 'h264'],
  profile: ['The profile of the codec. Null for one without a name.', 'High'],
  bit_depth: ['Bits per sample of a pixel.', 8],
  chroma: ['How the color is sampled.', '4:2:0'],
  is_interlaced: ['Whether each frame is two fields.', false],
  pixel_aspect: ['Width and height of a pixel. `width` of the file is in square pixels.', '1:1'],
  frame_rate: ['Frames per second, on average.', 29.97],
  bit_rate: ['Bits per second of the whole file, on average.', 4_820_113],
  is_index_first: ['Whether playback can begin before the file is complete.', true],
  has_edit_list: ['Whether the file says which part of the video track is shown.', false],
  audio: ['What the inspection found of the audio track. Null without one.'],
};

const AUDIO: Record<string, FieldDoc> = {
  codec: ['The codec of the audio track. `other` for one that the service does not know.', 'aac'],
  profile: ['The profile of AAC. Null for other codecs.', 'LC'],
  channels: ['Number of channels.', 2],
  sample_rate: ['Samples per second.', 48_000],
};

const UNSUPPORTED: Record<string, FieldDoc> = {
  platform: ['The platform that cannot take the file.', 'instagram'],
  code: ['The rule of the platform that the file violates.', 'media_unsupported'],
  message: ['The rule in words, with its number.', 'Instagram receives no animations from this service.'],
};

function ofSchema(schema: string, docs: Record<string, FieldDoc>): Record<string, FieldDoc> {
  return Object.fromEntries(Object.entries(docs).map(([name, doc]) => [`${schema}.${name}`, doc]));
}

/** Where the options of a platform are: in an item, in each platform's property of a request, and in a preview. */
const OPTIONS = ['platform_options', 'platforms', 'instagram', 'twitter', 'linkedin', 'bluesky', 'x'];

const OPTION: Record<string, FieldDoc> = {
  link: [
    'The public https URL whose card the post shows. Supported on LinkedIn and Bluesky, without media.',
    'https://example.com/summer',
  ],
  visibility: ['Who sees the post: everyone, or the connections of the account. Only LinkedIn supports `connections`.'],
};

/** Descriptions of the fields of the media library and of the files of items. */
export const MEDIA_FIELD_DOCS: Record<string, FieldDoc> = {
  media_id: ['The id of a file of the media library that is ready. Omit `url` with it.', ID],
  ...Object.assign({}, ...OPTIONS.map((owner) => ofSchema(owner, OPTION))),
  ...ofSchema('Media', FILE),
  ...ofSchema('MediaData', FILE),
  ...ofSchema('adaptations', ADAPTATION),
  ...ofSchema('adaptation', ADAPTATION),
  adaptation: ['What the platform receives instead of the file. Null for a file that is published as it is.'],
  ...ofSchema('video', VIDEO),
  ...ofSchema('audio', AUDIO),
  ...ofSchema('unsupported', UNSUPPORTED),
  'Media.url': ['URL of the file, valid for at most an hour. Null until the file is ready.', `${HOST}/media/${ID}`],
  'Media.upload': [
    'How to upload the file. Null unless the status is `uploading`, in lists, and without `content:write`.',
  ],
  'upload.method': ['Method of the upload.', 'PUT'],
  'upload.url': ['Presigned URL, valid for at most an hour.', `${HOST}/uploads/${ID}`],
  'upload.headers': [
    'Headers that the upload must have, with exactly these values.',
    { 'content-length': '48213', 'if-none-match': '*' },
  ],
  'MediaCreate.size_bytes': ['The exact size of the file that you will upload, at most 536,870,912 bytes.', 48_213],
  'MediaCreate.url': [
    'A public https URL from which the service fetches the file instead.',
    'https://images.example.com/summer.jpg',
  ],
  'MediaList.media': ['The files on this page.'],
  'MediaReadyEvent.data': ['The file.'],
  'MediaFailedEvent.data': ['The file, with the reason in `error`.'],
};
