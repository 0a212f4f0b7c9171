import * as z from 'zod';
import { PLANS, type Plan } from '../domain/identity/workspace.ts';

// An account's concurrency minus every reservation must stay at 100 or more, so a cap can fail a deploy of
// an account whose quota is still small. Less than five leaves the event source (at least 2) no room.
const Cap = z.int().min(5).max(1000).nullable();

const Days = z.literal([1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 3653]);

const Settings = z.strictObject({
  /** What becomes of the table and the logs when the stack is deleted, or its table is replaced. */
  removal: z.enum(['destroy', 'retain']),
  /** The table refuses to be deleted, by anybody, until this is false and deployed. */
  deletionProtection: z.boolean(),
  logRetentionDays: Days,
  /** Publish invocations at a time per platform. Null: as many as the account has left. */
  publishConcurrency: z.strictObject({ instagram: Cap, twitter: Cap, linkedin: Cap }),
  /** Alarms and their dashboard. They cost some dollars a month, whether anything happens or not. */
  hasAlarms: z.boolean(),
  /** Who is told of alarms. Null: they go to a topic that nobody is subscribed to yet. */
  alarmEmail: z.email().nullable(),
  /** A post missed by more than this is failed, not sent. */
  latenessLimitSeconds: z
    .int()
    .min(60)
    .max(7 * 86_400),
  metricPollEveryMinutes: z.int().min(1).max(1440),
  /** The least plan that may register and test webhook endpoints. */
  webhookPlan: z.enum(Object.keys(PLANS) as [Plan, ...Plan[]]),
  /** An endpoint with only failures is warned of after the first time, and disabled after the second. */
  failingEndpoints: z.strictObject({ warnAfterSeconds: z.int().min(1), disableAfterSeconds: z.int().min(1) }),
  /** How long a secret that was replaced signs beside the new one. */
  secretOverlapSeconds: z
    .int()
    .min(1)
    .max(30 * 86_400),
  /** Invocations at a time for receivers that are slow or hang. */
  slowDeliveryConcurrency: z.int().min(2).max(1000),
  /** Accounts whose posts' numbers are read at a time. */
  metricPollConcurrency: z.int().min(2).max(1000),
  linkedInVersion: z.string().regex(/^20\d{2}(0[1-9]|1[0-2])$/, 'a version is YYYYMM'),
  /** The first day on which LinkedIn may answer 426 to this version. */
  linkedInVersionEndsOn: z.iso.date(),
  /** A domain of one's own, with its certificate in the stack's region; closes the execute-api address. */
  customDomain: z
    .strictObject({
      domainName: z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/, 'a domain name in lower case'),
      certificateArn: z.string().startsWith('arn:'),
    })
    .nullable(),
  /** Who mails of invitations come from: an identity of SES in this account and region. Null: no mail is sent. */
  invitationSender: z.email().nullable(),
  /** The page where a person accepts; the token is put behind it as a fragment. Null: the mail says how without. */
  invitationPage: z
    .url()
    .refine((url) => !url.includes('#'), 'must not have a fragment: the token is put there')
    .nullable(),
  /** Whoever invites is shown the token. Only where everything is on one machine, never in another stage. */
  showsInvitationTokens: z.boolean(),
  /** Receivers on loopback http are allowed: never outside a developer's own machine. */
  allowsLoopbackReceivers: z.boolean(),
  platformUrls: z.strictObject({ twitter: z.url(), linkedin: z.url(), instagram: z.url() }),
  /** Where the platforms give new access tokens. */
  tokenUrls: z.strictObject({ twitter: z.url(), linkedin: z.url(), instagram: z.url() }),
});

/** What differs between the places the service is deployed to. One column of settings per stage. */
export type Stage = z.infer<typeof Settings> & { name: 'local' | 'development' | 'production' };

const PLATFORM_URLS = {
  twitter: 'https://api.x.com',
  linkedin: 'https://api.linkedin.com',
  instagram: 'https://graph.instagram.com',
};

const TOKEN_URLS = {
  twitter: 'https://api.x.com/2/oauth2/token',
  linkedin: 'https://www.linkedin.com/oauth/v2/accessToken',
  instagram: 'https://graph.instagram.com/refresh_access_token',
};

const SIX_HOURS_SECONDS = 6 * 3600;
const DAY_SECONDS = 86_400;

const DEVELOPMENT: Stage = {
  name: 'development',
  removal: 'destroy',
  deletionProtection: false,
  logRetentionDays: 7,
  // A new account may have a quota of 10, of which nothing can be reserved; and nothing here needs a cap.
  publishConcurrency: { instagram: null, twitter: null, linkedin: null },
  // What is only tried out costs nothing while it is idle, and wakes nobody.
  hasAlarms: false,
  alarmEmail: null,
  latenessLimitSeconds: SIX_HOURS_SECONDS,
  metricPollEveryMinutes: 15,
  webhookPlan: 'enterprise',
  failingEndpoints: { warnAfterSeconds: 3 * DAY_SECONDS, disableAfterSeconds: 5 * DAY_SECONDS },
  secretOverlapSeconds: DAY_SECONDS,
  slowDeliveryConcurrency: 10,
  metricPollConcurrency: 10,
  linkedInVersion: '202607',
  // Not announced yet. LinkedIn ended 202511, 202601 and 202603 on the 15th or 16th a year later.
  linkedInVersionEndsOn: '2027-07-15',
  customDomain: null,
  invitationSender: null,
  invitationPage: null,
  showsInvitationTokens: false,
  allowsLoopbackReceivers: false,
  platformUrls: PLATFORM_URLS,
  tokenUrls: TOKEN_URLS,
};

const PRODUCTION: Stage = {
  ...DEVELOPMENT,
  name: 'production',
  removal: 'retain',
  deletionProtection: true,
  logRetentionDays: 90,
  // A platform that hangs holds its invocations for up to 90 s; it must not hold those of everybody else.
  publishConcurrency: { instagram: 50, twitter: 50, linkedin: 50 },
  slowDeliveryConcurrency: 50,
  metricPollConcurrency: 50,
  hasAlarms: true,
};

/**
 * The stage of this name, with the settings given in `overrides` in place of its own (an object, or its
 * JSON as `-c settings=` hands it over). `local` reaches the platform simulator on the local service's own
 * port, which is why it takes that port. Throws, naming the setting, on one that is unknown or wrong.
 */
export function stage(name: string, localPort = 3000, overrides: unknown = {}): Stage {
  const simulator = `http://127.0.0.1:${localPort}/_simulator`;
  const stages: Record<Stage['name'], Stage> = {
    development: DEVELOPMENT,
    production: PRODUCTION,
    local: {
      ...DEVELOPMENT,
      name: 'local',
      invitationSender: 'invitations@localhost.example',
      invitationPage: `http://127.0.0.1:${localPort}/_invitation`,
      showsInvitationTokens: true,
      allowsLoopbackReceivers: true,
      metricPollEveryMinutes: 1,
      platformUrls: {
        twitter: `${simulator}/x`,
        linkedin: `${simulator}/linkedin`,
        instagram: `${simulator}/instagram`,
      },
      tokenUrls: {
        twitter: `${simulator}/x/2/oauth2/token`,
        linkedin: `${simulator}/linkedin/oauth/v2/accessToken`,
        instagram: `${simulator}/instagram/refresh_access_token`,
      },
    },
  };
  const found = Object.hasOwn(stages, name) ? stages[name as Stage['name']] : undefined;
  if (!found) throw new Error(`No stage "${name}". Stages: ${Object.keys(stages).join(', ')}.`);
  return checked({ ...found, ...given(overrides) }, found.name);
}

function given(overrides: unknown): object {
  const read = typeof overrides === 'string' ? parsed(overrides) : overrides;
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new Error('Settings are a JSON object: -c settings=\'{"latenessLimitSeconds":3600}\'.');
  }
  for (const setting of Object.keys(read)) {
    if (Object.hasOwn(Settings.shape, setting)) continue;
    throw new Error(`There is no setting "${setting}". Settings: ${Object.keys(Settings.shape).join(', ')}.`);
  }
  return read;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function checked(asked: Stage, name: Stage['name']): Stage {
  const { name: _, ...rest } = asked;
  const result = Settings.safeParse(rest);
  if (!result.success) {
    const [{ path, message } = { path: [], message: '' }] = result.error.issues;
    throw new Error(`Setting ${path.join('.')}: ${message}.`);
  }
  const settings = result.data;
  if (name === 'production' && settings.allowsLoopbackReceivers) {
    throw new Error('Setting allowsLoopbackReceivers: not in production.');
  }
  // A token in an answer would let whoever may invite become whoever is invited.
  if (name !== 'local' && settings.showsInvitationTokens) {
    throw new Error('Setting showsInvitationTokens: in the local stage alone.');
  }
  if (settings.invitationPage?.startsWith('http:') && !settings.allowsLoopbackReceivers) {
    throw new Error('Setting invitationPage: https is required.');
  }
  const { warnAfterSeconds, disableAfterSeconds } = settings.failingEndpoints;
  if (warnAfterSeconds >= disableAfterSeconds) {
    throw new Error('Setting failingEndpoints: the warning must come before the end.');
  }
  if (settings.alarmEmail !== null && !settings.hasAlarms) {
    throw new Error('Setting alarmEmail: this stage has no alarms (hasAlarms).');
  }
  for (const name of ['platformUrls', 'tokenUrls'] as const) {
    for (const [platform, url] of Object.entries(settings[name])) {
      // Access tokens go there: plain http only where everything is on one machine.
      if (url.startsWith('https://') || settings.allowsLoopbackReceivers) continue;
      throw new Error(`Setting ${name}.${platform}: https is required.`);
    }
  }
  return { ...settings, name };
}
