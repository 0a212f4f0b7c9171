import type { IdleStage } from './usage.ts';

/** The stage of each idle month, and the settings that differ from its defaults. */
export const STAGE_SETTINGS: Record<IdleStage, { stageName: string; settings: object }> = {
  'development without a KMS key': { stageName: 'development', settings: { customerKey: false } },
  development: { stageName: 'development', settings: {} },
  'production without slow publish lanes': {
    stageName: 'production',
    settings: { alarmEmail: 'none', slowPublishConcurrency: null },
  },
  production: { stageName: 'production', settings: { alarmEmail: 'none' } },
};
