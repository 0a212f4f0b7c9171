import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/notifications/api/notifications/get-preferences.ts';
import { toPreferencesView } from '../../lib/notifications/rules/notification-settings.ts';
import { loadNotificationSettings } from '../../lib/notifications/store/notification-settings.ts';

/** Retrieve where the member receives each kind of notification. */
export const handler = defineEndpoint(operation, async ({ caller }) => {
  const settings = await loadNotificationSettings(caller.workspace.id, caller.userId);
  return { status: 200, body: { preferences: toPreferencesView(settings) } };
});
