import { formatInstant } from '../../core/values/timestamps.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts';

/** Where a notification appears. */
export const CHANNELS = ['dashboard', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a member has read, and the kinds that the member does not receive. Absent kinds are received. */
export interface NotificationSettings {
  workspace_id: string;
  user_id: string;
  read_until: string | null; // The member has marked the notifications up to this time as read.
  muted: Record<Channel, NotificationKind[]>;
  version: number; // 0 until the settings are stored.
}

/** Whether a member receives a kind, per channel. */
export type KindPreference = Record<Channel, boolean>;
export type PreferencesEdit = {
  [K in NotificationKind]?: { [C in Channel]?: boolean | undefined } | undefined;
};

/** Build the settings of a member who has stored none. */
export function defaultNotificationSettings(workspace_id: string, user_id: string): NotificationSettings {
  return { workspace_id, user_id, read_until: null, muted: { dashboard: [], email: [] }, version: 0 };
}

/** Mark the notifications up to a time as read; the same object if they are already. */
export function markRead(settings: NotificationSettings, untilMs: number): NotificationSettings {
  const read_until = formatInstant(untilMs);
  return settings.read_until !== null && read_until <= settings.read_until ? settings : { ...settings, read_until };
}

/** Apply changes of preferences; the same object if nothing changes. Omitted kinds and channels do not change. */
export function editPreferences(settings: NotificationSettings, edit: PreferencesEdit): NotificationSettings {
  const mutedOn = (channel: Channel) =>
    NOTIFICATION_KINDS.filter((kind) => !(edit[kind]?.[channel] ?? !settings.muted[channel].includes(kind)));
  const muted = { dashboard: mutedOn('dashboard'), email: mutedOn('email') };
  const isSame = CHANNELS.every((channel) => muted[channel].join() === settings.muted[channel].join());
  return isSame ? settings : { ...settings, muted };
}

/** Build the API representation of the preferences: every kind with its channels. */
export function toPreferencesView({ muted }: NotificationSettings): Record<NotificationKind, KindPreference> {
  const preferenceOf = (kind: NotificationKind): KindPreference => ({
    dashboard: !muted.dashboard.includes(kind),
    email: !muted.email.includes(kind),
  });
  return Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, preferenceOf(kind)])) as Record<
    NotificationKind,
    KindPreference
  >;
}
