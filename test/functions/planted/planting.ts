import { accountWrite, loadAccount } from '../../../lib/accounts/store/accounts.ts';
import type { Content, LinkCard } from '../../../lib/content/rules/content.ts';
import { newReviewComment } from '../../../lib/content/rules/review/review-comment.ts';
import { contentWrites, loadContent } from '../../../lib/content/store/contents.ts';
import { newReviewCommentWrites } from '../../../lib/content/store/review-comments.ts';
import { commit } from '../../../lib/core/table/commit.ts';
import { sampleEvent } from '../../../lib/webhooks/events/sample-events.ts';
import { eventWrite } from '../../../lib/webhooks/store/events.ts';
import { inSeconds, type Json } from '../api-harness.ts';
import { publishTo, REJECTED } from '../publish-step.ts';
import { newAccount, newContent } from '../resources.ts';
import { newId, type Tenant } from '../tenants.ts';

/** Stores texts as the service stores what comes from one place outside of it. `postId` is the post that they are about. */
type Channel = (tenant: Tenant, texts: readonly string[], postId: string) => Promise<void>;

function reported(type: 'comment.created' | 'mention.detected', field: string): Channel {
  return async (tenant, texts) => {
    for (const text of texts) {
      const event = sampleEvent(type, newId('event'), tenant.workspace.id, inSeconds(0));
      await commit([eventWrite({ ...event, data: { ...(event.data as Json), [field]: text } } as never)]);
    }
  };
}

function accounts(field: 'name' | 'handle'): Channel {
  return async (tenant, texts) => {
    for (const [index, text] of texts.entries()) {
      const { id } = await newAccount(tenant, { external_id: `${field === 'name' ? 1 : 2}${1000 + index}` });
      const account = (await loadAccount(tenant.workspace.id, id))!;
      await commit([accountWrite(account, { ...account, [field]: text })]);
    }
  };
}

function remarks(field: 'body' | 'author'): Channel {
  return async (tenant, texts, contentId) => {
    for (const text of texts) {
      const ids = { id: newId('reviewComment'), workspaceId: tenant.workspace.id, contentId };
      const author = { authorId: newId('reviewLink'), authorName: field === 'author' ? text : 'Ada Example' };
      const comment = newReviewComment(field === 'body' ? text : 'A remark', { ...ids, ...author }, Date.now());
      await commit(newReviewCommentWrites(comment));
    }
  };
}

async function change(tenant: Tenant, id: string, changes: (content: Content) => Partial<Content>): Promise<void> {
  const content = (await loadContent(tenant.workspace.id, id))!;
  const after = { ...content, ...changes(content) };
  await commit(contentWrites({ content, entries: [] }, { content: after, entries: [] }));
}

function cards(field: 'title' | 'description'): Channel {
  return async (tenant, texts) => {
    for (let start = 0; start < texts.length; start += 10) {
      const { id } = await newContent(tenant, { title: `Links ${field} ${start}` });
      const link_cards = texts.slice(start, start + 10).map((text, index): LinkCard => {
        const card = { platform: 'bluesky' as const, url: `https://news.example/${index}`, parts: [0], image: null };
        return { ...card, title: 'A page', description: '', [field]: text };
      });
      await change(tenant, id, () => ({ link_cards }));
    }
  };
}

/** The notes with which people have decided about items. */
const notes: Channel = async (tenant, texts) => {
  for (const [index, note] of texts.entries()) {
    const { id } = await newContent(tenant, { title: `Decided ${index}` });
    const people = { requested_by: tenant.owner.id, decided_by: newId('reviewLink'), decided_by_name: note };
    const times = { requested_at: inSeconds(-60), decided_at: inSeconds(0) };
    await change(tenant, id, () => ({
      approval: { status: 'changes_requested', content_hash: '0'.repeat(64), ...people, ...times, note },
    }));
  }
};

/** The texts with which a platform rejects posts. */
const platformErrors: Channel = async (tenant, texts) => {
  for (const [index, message] of texts.entries()) {
    const fields = { title: `Rejected ${index}`, platforms: ['twitter'], scheduled_at: inSeconds(60) };
    const { id } = await newContent(tenant, fields);
    if (REJECTED.outcome !== 'rejected') throw new Error('The outcome is no rejection.');
    await publishTo(tenant, id, 'twitter', { ...REJECTED, error: { ...REJECTED.error, message } });
  }
};

/** The names of files, in their URLs. No tool returns them. */
const fileNames: Channel = async (tenant, texts) => {
  for (let start = 0; start < texts.length; start += 4) {
    const media = texts.slice(start, start + 4).map((text) => {
      const name = encodeURIComponent(text).slice(0, 1_900).replace(/%.?$/, '');
      return { url: `https://files.example.com/${name}.jpg`, type: 'image' };
    });
    await newContent(tenant, { title: `Files ${start}`, media });
  }
};

/** Where texts come from, and whether a tool returns them. */
export const CHANNELS: Record<string, { plant: Channel; isRead: boolean }> = {
  comments: { plant: reported('comment.created', 'text'), isRead: true },
  'names of commenters': { plant: reported('comment.created', 'actor'), isRead: true },
  'ids of comments': { plant: reported('comment.created', 'external_id'), isRead: true },
  mentions: { plant: reported('mention.detected', 'text'), isRead: true },
  'names of accounts': { plant: accounts('name'), isRead: true },
  'public names of accounts': { plant: accounts('handle'), isRead: true },
  remarks: { plant: remarks('body'), isRead: true },
  'names of reviewers': { plant: remarks('author'), isRead: true },
  'notes of decisions': { plant: notes, isRead: true },
  'titles of pages': { plant: cards('title'), isRead: true },
  'descriptions of pages': { plant: cards('description'), isRead: true },
  'errors of platforms': { plant: platformErrors, isRead: true },
  'names of files': { plant: fileNames, isRead: false },
};
