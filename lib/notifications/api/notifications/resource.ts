import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Notifications of the last 90 days, and the preferences of the member.',
  group: ['Workspace', 4],
  schemaNames: {
    'Notification.kind': 'NotificationKind',
    'NotificationPreferences.preferences.post_failed': 'NotificationChannels',
    'NotificationPreferencesUpdate.preferences.post_failed': 'NotificationChannelsUpdate',
  },
});
