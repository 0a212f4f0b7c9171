import { describe, expect, it, vi } from 'vitest';
import { callApi } from '../functions/api-harness.ts';
import { auditLog, followStream, verified } from '../functions/audit-log.ts';
import { arranged, decide, open, respond } from '../functions/given/review.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

simulatePlatforms();

describe('the token of a review link', () => {
  it('is in no log, audit entry, event or other item', async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
    process.env.LOG_LEVEL = 'DEBUG';
    let secret = '';
    try {
      const { author, link } = await arranged();
      secret = link.token.slice(-43);
      await respond({ token: link.token, action: 'comment', text: 'A' });
      await respond({ token: link.token, action: 'approve' });
      await respond({ token: link.token, action: 'nonsense' });
      await decide(link);
      await callApi('content.revoke-review-link', {
        token: author.token,
        params: { id: link.content_id, link_id: link.id },
      });
      await open(link.token);
      await processAllChanges(harness);
    } finally {
      process.env.LOG_LEVEL = 'SILENT';
      spy.mockRestore();
    }
    expect(lines.filter((line) => line.includes('review.respond')).length).toBeGreaterThan(3);
    expect(lines.join('')).not.toContain(secret);
    expect(JSON.stringify(harness.table.items())).not.toContain(secret);
  });

  it('is in no problem that a request with it gets', async () => {
    const { link } = await arranged();
    const { text } = await callApi('review.show', { query: { token: link.token, more: '1' } });
    expect(text).not.toContain(link.token.slice(-43));
  });
});

describe('the audit log', () => {
  it('names the link that has commented and decided, without the name of the reviewer', async () => {
    const { author, id, link } = await arranged();
    await respond({ token: link.token, action: 'comment', text: 'A remark' });
    await decide(link);
    await followStream(harness);
    const entries = (await auditLog(author)).filter(({ operation }) => operation === 'review.respond');
    const actor = { type: 'review_link', user_id: null, client_id: null, review_link_id: link.id };
    expect(entries).toMatchObject([
      { actor, resource: { type: 'review_comment' }, action: 'created', source_ip: '198.51.100.7' },
      { actor, resource: { type: 'content', id }, action: 'updated' },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Ada Example');
    expect((await verified(author)).valid).toBe(true);
  });

  it('has the creation and the revocation of a link', async () => {
    const { author, id, link } = await arranged();
    await callApi('content.revoke-review-link', { token: author.token, params: { id, link_id: link.id } });
    await followStream(harness);
    const entries = (await auditLog(author)).filter(({ resource }) => resource.type === 'review_link');
    expect(entries.map(({ action, resource }) => [action, resource.id])).toEqual([
      ['created', link.id],
      ['updated', link.id],
    ]);
    expect(entries[0]!.changes).toContainEqual({ field: 'token_hash', before: null, after: '[hidden]' });
  });
});
