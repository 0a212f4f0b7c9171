import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'The supported platforms: what a post can have on each, and its limits.',
  group: ['Accounts', 5],
  schemaNames: {
    'PlatformList.platforms[]': 'PlatformDescription',
    'PlatformList.platforms[].capabilities': 'PlatformCapabilities',
    'PlatformList.platforms[].connection': 'PlatformConnection',
    'PlatformList.platforms[].connection.methods[]': 'ConnectionMethod',
    'PlatformList.platforms[].limits': 'PlatformLimits',
    'PlatformList.platforms[].limits.first_comment': 'FirstCommentLimits',
    'PlatformList.platforms[].limits.image': 'ImageLimits',
    'PlatformList.platforms[].limits.media': 'MediaLimits',
    'PlatformList.platforms[].limits.media.alone[]': 'LoneMedium',
    'PlatformList.platforms[].limits.posts': 'PostLimit',
    'PlatformList.platforms[].limits.text': 'TextLimits',
    'PlatformList.platforms[].limits.video': 'VideoLimits',
    'PlatformList.platforms[].options[]': 'PlatformOption',
    'PlatformList.platforms[].options[].name': 'PlatformOptionName',
  },
});
