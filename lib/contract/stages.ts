/** What differs between the places the service is deployed to. One column of settings per stage. */
export interface Stage {
  name: 'local' | 'development' | 'production';
  /** Deleting the stack keeps the table, and the table refuses to be deleted. */
  keepsData: boolean;
  /** Receivers on loopback http are allowed: never outside a developer's own machine. */
  allowsLoopbackReceivers: boolean;
  /** A post missed by more than this is failed, not sent. */
  latenessLimitSeconds: number;
  collectEveryMinutes: number;
  logRetentionDays: 7 | 30 | 90;
  linkedInVersion: string;
  platformUrls: { twitter: string; linkedin: string; instagram: string };
}

const PLATFORM_URLS = {
  twitter: 'https://api.x.com',
  linkedin: 'https://api.linkedin.com',
  instagram: 'https://graph.instagram.com',
};

const SIX_HOURS_SECONDS = 6 * 3600;

const DEVELOPMENT: Stage = {
  name: 'development',
  keepsData: false,
  allowsLoopbackReceivers: false,
  latenessLimitSeconds: SIX_HOURS_SECONDS,
  collectEveryMinutes: 15,
  logRetentionDays: 7,
  linkedInVersion: '202607',
  platformUrls: PLATFORM_URLS,
};

/**
 * The stage of this name. `local` reaches the platform simulator on the local service's own port, which is
 * why it takes that port. Throws on a name that is no stage.
 */
export function stage(name: string, localPort = 3000): Stage {
  const simulator = `http://127.0.0.1:${localPort}/_simulator`;
  const stages: Record<Stage['name'], Stage> = {
    development: DEVELOPMENT,
    production: { ...DEVELOPMENT, name: 'production', keepsData: true, logRetentionDays: 90 },
    local: {
      ...DEVELOPMENT,
      name: 'local',
      allowsLoopbackReceivers: true,
      collectEveryMinutes: 1,
      platformUrls: {
        twitter: `${simulator}/x`,
        linkedin: `${simulator}/linkedin`,
        instagram: `${simulator}/instagram`,
      },
    },
  };
  const found = stages[name as Stage['name']];
  if (!found) throw new Error(`No stage "${name}". Stages: ${Object.keys(stages).join(', ')}.`);
  return found;
}
