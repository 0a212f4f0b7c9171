import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/notifications/api/notifications/update-preferences.ts';
import { editPreferences, toPreferencesView } from '../../lib/notifications/rules/notification-settings.ts';
import {
  loadNotificationSettings,
  notificationSettingsWrite,
} from '../../lib/notifications/store/notification-settings.ts';

/** Set where the member receives each kind of notification. */
export const handler = defineEndpoint(operation, async ({ caller, body }) => {
  const before = await loadNotificationSettings(caller.workspace.id, caller.userId);
  const after = editPreferences(before, body.preferences);
  return {
    status: 200,
    body: { preferences: toPreferencesView(after) },
    writes: after === before ? [] : [notificationSettingsWrite(before, after)],
  };
});
