import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'The media library. Files are inspected, and their metadata is removed.',
  group: ['Media', 1],
  path: {
    id: ['The id of the file.', 'med_01K00000000000000000000000'],
  },
  schemaNames: {
    'Media.adaptations[]': 'Adaptation',
    'Media.adaptations[].changes[]': 'AdaptationChange',
    'Media.error': 'MediaError',
    'Media.error.code': 'MediaErrorCode',
    'Media.status': 'MediaStatus',
    'Media.unsupported[]': 'UnsupportedMedia',
    'Media.unsupported[].code': 'UnsupportedMediaCode',
    'Media.upload': 'MediaUpload',
    'Media.video': 'Video',
    'Media.video.audio': 'Audio',
    'Media.video.audio.codec': 'AudioCodec',
    'Media.video.chroma': 'VideoChroma',
    'Media.video.codec': 'VideoCodec',
  },
});
