import { formatInstant } from '../../../core/values/timestamps.ts';
import type { Platform } from '../../../platforms/platform.ts';

/** The credentials of this service as an app of a platform, of the whole stage. */
export interface PlatformApp {
  platform: Platform;
  client_id: string;
  /** The encrypted client secret; null for a public client. */
  encrypted_secrets: string | null;
  /** The permissions that the platform has granted to the app. Null: all that the connector uses. */
  scopes: string[] | null;
  updated_at: string;
}

/** The app credentials that a workspace brings. They take precedence over those of the stage. */
export interface WorkspaceApp extends PlatformApp {
  id: string;
  workspace_id: string;
  created_at: string;
  version: number;
}

/** Return whose app it is. */
export function ownerOf(app: WorkspaceApp | PlatformApp): 'workspace' | 'stage' {
  return 'workspace_id' in app ? 'workspace' : 'stage';
}

/** Build the app of a workspace: new, or `before` with other credentials. */
export function setWorkspaceApp(
  before: WorkspaceApp | null,
  owner: Pick<WorkspaceApp, 'id' | 'workspace_id' | 'platform'>,
  credentials: Pick<WorkspaceApp, 'client_id' | 'encrypted_secrets' | 'scopes'>,
  nowMs: number,
): WorkspaceApp {
  const now = formatInstant(nowMs);
  const known = before ?? { ...owner, created_at: now, version: 0 };
  return { ...known, ...credentials, updated_at: now };
}

/** Build the API representation of the app of a workspace, without its secret. */
export function toWorkspaceAppView(app: WorkspaceApp): Record<string, unknown> {
  const { id, platform, client_id, encrypted_secrets, scopes, created_at, updated_at } = app;
  const has_client_secret = encrypted_secrets !== null;
  return { id, platform, client_id, has_client_secret, scopes, created_at, updated_at };
}
