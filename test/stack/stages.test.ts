import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { isPlatform } from '../../lib/platforms/platform.ts';
import { readStage } from '../../lib/stack/stage-file.ts';
import { stage as findStage } from '../../lib/stack/stages.ts';

/** A stage with `overrides`; production has what it does not synthesize without. */
function stage(name: string, port = 3000, overrides: object | string = {}) {
  if (name !== 'production') return findStage(name, port, overrides);
  const read = typeof overrides === 'string' ? JSON.parse(overrides) : overrides;
  const given = { alarmEmail: 'none', ...read };
  return findStage(name, port, typeof overrides === 'string' ? JSON.stringify(given) : given);
}

describe('a stage', () => {
  it('with an unknown name is rejected with the list of stages', () => {
    expect(() => stage('staging')).toThrow('No stage "staging". Stages: development, production, local.');
    expect(() => stage('toString')).toThrow('No stage can have the name "toString"');
  });

  it('applies overrides given as an object or as JSON, and keeps the other settings', () => {
    const own = stage('production');
    const changed = { ...own, latenessLimitSeconds: 3600 };
    expect(stage('production', 3000, { latenessLimitSeconds: 3600 })).toEqual(changed);
    expect(stage('production', 3000, '{"latenessLimitSeconds":3600}')).toEqual(changed);
    expect(stage('production')).toEqual(own);
  });

  it('exchanges a code at the token endpoint of the platform, and on Instagram at another one', () => {
    const { codeUrls, tokenUrls } = stage('production');
    expect(codeUrls).toEqual({ ...tokenUrls, instagram: 'https://api.instagram.com/oauth/access_token' });
  });

  it('exchanges a code with the simulator in the local stage', () => {
    const { codeUrls, platformUrls } = stage('local', 4000);
    for (const [platform, url] of Object.entries(codeUrls)) {
      expect(url).toContain(`${platformUrls[platform as keyof typeof platformUrls]}/`);
    }
    expect(codeUrls.instagram).toBe('http://127.0.0.1:4000/_simulator/instagram/oauth/access_token');
  });

  it('retains data, protects it from deletion, reserves publish concurrency and has alarms in production only', () => {
    const differing = ({ removal, deletionProtection, publishConcurrency, hasAlarms }: ReturnType<typeof stage>) => ({
      removal,
      deletionProtection,
      hasAlarms,
      hasReservedConcurrency: Object.values(publishConcurrency).every((cap) => cap !== null),
    });
    expect(differing(stage('production'))).toEqual({
      removal: 'retain',
      deletionProtection: true,
      hasAlarms: true,
      hasReservedConcurrency: true,
    });
    expect(differing(stage('development'))).toEqual({
      removal: 'destroy',
      deletionProtection: false,
      hasAlarms: false,
      hasReservedConcurrency: false,
    });
  });

  it.each([
    [{ latnessLimit: 1 }, 'There is no setting "latnessLimit". Settings: removal, '],
    [{ name: 'production' }, 'There is no setting "name"'],
    [{ latenessLimitSeconds: '3600' }, 'Setting latenessLimitSeconds:'],
    [{ latenessLimitSeconds: 5 }, 'Setting latenessLimitSeconds:'],
    [{ metricPollEveryMinutes: 0 }, 'Setting metricPollEveryMinutes:'],
    [{ concurrencyQuota: 9 }, 'Setting concurrencyQuota:'],
    [{ sweepEveryMinutes: 11 }, 'Setting sweepEveryMinutes:'],
    [{ logRetentionDays: 8 }, 'Setting logRetentionDays:'],
    [{ removal: 'snapshot' }, 'Setting removal:'],
    [{ alarmEmail: 'not-an-address' }, 'Setting alarmEmail:'],
    [{ alarmEmail: 'oncall@example.com' }, 'Setting alarmEmail: this stage has no alarms (hasAlarms).'],
    [{ webhookPlan: 'gold' }, 'Setting webhookPlan:'],
    [{ secretOverlapSeconds: 0 }, 'Setting secretOverlapSeconds:'],
    [{ metricPollConcurrency: 1 }, 'Setting metricPollConcurrency:'],
    [{ slowDeliveryConcurrency: 1 }, 'Setting slowDeliveryConcurrency:'],
    [{ failingEndpoints: { warnAfterSeconds: 60 } }, 'Setting failingEndpoints.disableAfterSeconds:'],
    [
      { failingEndpoints: { warnAfterSeconds: 60, disableAfterSeconds: 60 } },
      'Setting failingEndpoints: warnAfterSeconds must be less than disableAfterSeconds.',
    ],
    [{ publishConcurrency: { twitter: 5 } }, 'Setting publishConcurrency.instagram:'],
    [
      { publishConcurrency: { twitter: 1, linkedin: 5, instagram: 5, bluesky: 5 } },
      'Setting publishConcurrency.twitter:',
    ],
    [{ emailSender: 'not-an-address' }, 'Setting emailSender:'],
    [{ invitationPage: 'https://app.example.com/#join' }, 'Setting invitationPage: must not have a fragment'],
    [{ invitationPage: 'http://app.example.com/join' }, 'Setting invitationPage: https is required.'],
    [{ returnUrls: ['javascript:'] }, 'Setting returnUrls.0: an origin, or a scheme'],
    [{ returnUrls: ['https://app.example.com/'] }, 'Setting returnUrls.0:'],
    [{ returnUrls: ['http://127.0.0.1:8080'] }, 'Setting returnUrls: https is required.'],
    [{ linkedInVersion: '2026-07' }, 'Setting linkedInVersion:'],
    [{ linkedInVersionEndsOn: '2027-02-30' }, 'Setting linkedInVersionEndsOn:'],
    [{ customDomain: { domainName: 'api.example.com' } }, 'Setting customDomain.certificateArn:'],
    [{ customDomain: { domainName: 'https://a.b', certificateArn: 'arn:x' } }, 'Setting customDomain.domainName:'],
    [
      {
        platformUrls: { ...stage('production').platformUrls, twitter: 'http://x.example' },
      },
      'Setting platformUrls.twitter: https is required.',
    ],
    [
      {
        codeUrls: { ...stage('production').codeUrls, instagram: 'http://api.instagram.example' },
      },
      'Setting codeUrls.instagram: https is required.',
    ],
  ])('rejects %j with the name of the setting', (overrides, message) => {
    expect(() => stage('development', 3000, overrides)).toThrow(message);
    expect(() => stage('development', 3000, JSON.stringify(overrides))).toThrow(message);
  });

  it('with alarms is rejected until it names the address that they notify, or decides for none', () => {
    const undecided =
      'Setting alarmEmail: this stage has alarms: set the address that they notify, or "none" for no notification.';
    expect(() => findStage('production')).toThrow(undecided);
    expect(() => findStage('production', 3000, { alarmEmail: null })).toThrow(undecided);
    expect(() => findStage('development', 3000, { hasAlarms: true })).toThrow(undecided);
    for (const alarmEmail of ['oncall@example.com', 'none']) {
      expect(findStage('production', 3000, { alarmEmail })).toMatchObject({ alarmEmail });
    }
    expect(findStage('production', 3000, { hasAlarms: false })).toMatchObject({ alarmEmail: null });
    expect(findStage('development').alarmEmail).toBeNull();
  });

  it.each(['{', '[]', '3', 'null', '"text"'])('rejects the settings %s, which are not a JSON object', (text) => {
    expect(() => stage('development', 3000, text)).toThrow('Settings are a JSON object');
  });

  it.each(['development', 'production'])('never shows invitation tokens in %s', (name) => {
    expect(stage(name).showsInvitationTokens).toBe(false);
    expect(() => stage(name, 3000, { showsInvitationTokens: true })).toThrow(
      'Setting showsInvitationTokens: only in the local stage.',
    );
  });

  it('never delivers to loopback addresses in production', () => {
    expect(() => stage('production', 3000, { allowsLoopbackReceivers: true })).toThrow(
      'Setting allowsLoopbackReceivers: not in production.',
    );
    expect(stage('development', 3000, { allowsLoopbackReceivers: true }).allowsLoopbackReceivers).toBe(true);
  });
});

describe('the settings file of a stage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (name: string, settings?: string) =>
    readStage(
      new App({ analyticsReporting: false, context: { stage: name, ...(settings ? { settings } : {}) } }),
      folder,
    );

  it('is optional', () => {
    expect(read('local')).toEqual(stage('local'));
  });

  it('applies to every deployment, and -c settings= applies on top of it', () => {
    writeFileSync(join(folder, 'development.json'), '{"latenessLimitSeconds":3600,"webhookPlan":"standard"}');
    expect(read('development')).toMatchObject({ latenessLimitSeconds: 3600, webhookPlan: 'standard' });
    const overridden = read('development', '{"latenessLimitSeconds":60}');
    expect(overridden).toMatchObject({ latenessLimitSeconds: 60, webhookPlan: 'standard' });
  });

  it('is rejected with the name of an unknown setting, and when it is not valid JSON', () => {
    writeFileSync(join(folder, 'development.json'), '{"latnessLimit":1}');
    expect(() => read('development')).toThrow('There is no setting "latnessLimit"');
    writeFileSync(join(folder, 'development.json'), '{');
    expect(() => read('development')).toThrow('settings/development.json: ');
  });
});

describe('docs/settings.md', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/settings.md'), 'utf8');
  const rows = [...document.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \| (.+) \|$/gm)].filter(
    ([, name]) => !isPlatform(name),
  );

  it('lists every setting', () => {
    const { name: _, kind: __, ...settings } = stage('production');
    expect(rows.map(([, name]) => name).sort()).toEqual(Object.keys(settings).sort());
  });

  it.each(['development', 'production'])('lists the values of %s', (name) => {
    const settings: Record<string, unknown> = { ...stage(name) };
    for (const [, setting, development, production] of rows) {
      const text = /^`(.*)`$/.exec(String(name === 'development' ? development : production))?.[1];
      if (text !== undefined) expect(text, setting).toBe(String(settings[setting!]));
    }
  });
});
