import { describe, expect, it } from 'vitest';
import type { Post } from '../../../lib/platforms/platform.ts';
import { chosenHosts, deferredUntilMs, hasVideo, type Requests } from '../../../lib/publishing/rules/attempt-hosts.ts';

const IMAGE = { url: 'https://images.example.com/a.jpg', type: 'image' as const };

const hostsOf = (fields: Partial<Requests> = {}) => {
  const post: Post = { text: 'Text', media: [] };
  const platformUrl = 'https://bsky.social';
  return chosenHosts({ platform: 'bluesky', server: null, platformUrl, post, pageUrls: [], ...fields });
};

describe('the hosts that a workspace has chosen', () => {
  it.each(['https://bsky.social', 'https://morel.us-east.host.bsky.network'])('are none on %s', (server) => {
    expect(hostsOf({ server })).toEqual({ server: null, hosts: [] });
  });

  it.each(['https://pds.example.com', 'https://bsky.network.example.com', 'https://notbsky.network'])(
    'have the server %s of an account',
    (server) => {
      const { host } = new URL(server);
      expect(hostsOf({ server })).toEqual({ server: host, hosts: [host] });
      expect(hostsOf({ server, post: null })).toEqual({ server: host, hosts: [host] });
    },
  );

  it('have those of images and pages of all parts, each once', () => {
    const post = { text: '', media: [IMAGE, IMAGE], following: [{ kind: 'reply' as const, text: '', media: [IMAGE] }] };
    expect(hostsOf({ post, pageUrls: ['https://page.example.com:8443/a'] })).toEqual({
      server: null,
      hosts: ['images.example.com', 'page.example.com:8443'],
    });
  });

  it('have no host of an image that the platform downloads', () => {
    expect(hostsOf({ platform: 'instagram', post: { text: '', media: [IMAGE] } }).hosts).toEqual([]);
  });
});

it('a post has a video in any of its parts', () => {
  const video = { ...IMAGE, type: 'video' as const };
  expect(hasVideo({ text: '', media: [IMAGE] })).toBe(false);
  expect(hasVideo({ text: '', media: [video] })).toBe(true);
  expect(hasVideo({ text: '', media: [], following: [{ kind: 'reply', text: '', media: [video] }] })).toBe(true);
});

it.each([
  [0, 2_100, 4_900],
  [7_000, 2_100, 4_900],
  [60_000, 18_000, 42_000],
  [3_600_000, 180_000, 420_000],
])('an attempt that has waited for %i ms is deferred by %i to %i ms', (waitedMs, least, most) => {
  const nowMs = Date.parse('2026-11-26T09:00:00.000Z');
  const scheduledAt = new Date(nowMs - waitedMs).toISOString();
  expect(deferredUntilMs({ scheduled_at: scheduledAt }, nowMs, 0) - nowMs).toBeCloseTo(least);
  expect(deferredUntilMs({ scheduled_at: scheduledAt }, nowMs, 1) - nowMs).toBeCloseTo(most);
});

it('a check of a post that was sent late is deferred by the time since it was last sent', () => {
  const nowMs = Date.parse('2026-11-26T09:00:00.000Z');
  const before = (seconds: number) => new Date(nowMs - seconds * 1_000).toISOString();
  const unconfirmed_send = { sent_at: before(600), last_sent_at: before(20), checks: 1 };
  expect(deferredUntilMs({ scheduled_at: before(3_600), unconfirmed_send }, nowMs, 0.5) - nowMs).toBeCloseTo(10_000);
});
