import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { htmlPage, pageHeaders } from '../../core/http/html.ts';
import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import type { LinkedMedia, Platform } from '../../platforms/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { MAX_NOTE_LENGTH } from '../rules/approval/approval.ts';
import type { Decision } from '../rules/approval/approval-states.ts';
import type { ApprovalStatus } from '../rules/content-approval.ts';
import { MAX_COMMENT_LENGTH } from '../rules/review/review-comment.ts';
import { formatTime } from './format-time.ts';
import { postText } from './post-text.ts';
import type { PreviewedCard, PreviewedPart, PreviewedPost } from './review-posts.ts';
import { REVIEW_PATH } from './review-url.ts';

/** What the page shows. All texts are plain text, times are ISO 8601. */
export interface ReviewView {
  token: string;
  reviewer: string;
  workspace: string;
  title: string;
  /** The agents that wrote something of it, and the person who is responsible for each. */
  agents: { name: string; responsible: string }[];
  /** What is planned: when the item is published, or that it was. Null for nothing. */
  plan: string | null;
  /** `agent`: the name of the agent that submitted the item for `by`, whose statement the note then is. */
  approval: { status: ApprovalStatus; by: string | null; at: string | null; note: string | null; agent: string | null };
  posts: PreviewedPost[];
  comments: { author: string; at: string; body: string }[]; // The latest, oldest first.
  hasEarlierComments: boolean;
  contentHash: string;
  decisions: Decision[]; // Those that the reviewer can take now.
  scope: string; // What the link allows, whatever the state of the item.
  expiresAt: string;
}

/** A reason why nothing was saved, with the text that the reviewer has typed and the form that it belongs to. */
export type ReviewNotice = { status: number; message: string; typed: { form: 'comment' | 'decision'; text: string } };

const STYLE = [
  '.meta{margin:.25rem 0;opacity:.8}h2{margin-top:2.5rem}h3,h4{margin:0}',
  '.status{border-left:.35rem solid #8888;padding:.1rem 1rem;margin:1.5rem 0}',
  '.status.approved{border-color:#2a9d4a}.status.pending_approval{border-color:#d18b00}.status.changes_requested{border-color:#d0453a}',
  '.notice{border:1px solid #d0453a;border-radius:.4rem;padding:.75rem 1rem;margin:1.5rem 0}',
  'section{border-top:1px solid #8886;padding-top:1rem;margin-top:1rem}',
  'article{border:1px solid #8886;border-radius:.6rem;padding:1rem;margin:1rem 0}',
  '.text{white-space:pre-wrap;overflow-wrap:anywhere;margin:.75rem 0}.tag{color:LinkText}',
  'figure{margin:1rem 0 0}img,video{display:block;max-width:100%;height:auto;border-radius:.4rem}figcaption{margin-top:.4rem;font-size:.9em;opacity:.8;overflow-wrap:anywhere}',
  '.card{border:1px solid #8886;border-radius:.4rem;overflow:hidden;margin:1rem 0;padding:0 1rem;overflow-wrap:anywhere}.card img{margin:0 -1rem;max-width:calc(100% + 2rem);border-radius:0}.card p{margin:.5rem 0}',
  'label{display:block;font-weight:600;margin-bottom:.25rem}',
  'textarea{box-sizing:border-box;width:100%;min-height:6rem;font:inherit;padding:.5rem;color:inherit;background:transparent;border:1px solid #8888;border-radius:.4rem;resize:vertical}',
  '.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.75rem}.actions button{width:auto;min-width:9rem;text-align:center;flex:1}',
  '.actions .primary{background:#1a6fd4;border-color:#1a6fd4;color:#fff}',
].join('');

const STATUS_TEXTS: Record<ApprovalStatus, string> = {
  not_submitted: 'Not submitted for approval',
  pending_approval: 'Waiting for approval',
  changes_requested: 'Changes were requested',
  approved: 'Approved',
};

const DECISION_BUTTONS: Record<Decision, ComponentChild> = {
  approve: h('button', { class: 'primary', name: 'action', value: 'approve' }, 'Approve'),
  'request-changes': h('button', { name: 'action', value: 'request-changes' }, 'Request changes'),
};

/** Return the review page of an item. */
export function reviewPage(view: ReviewView, notice: ReviewNotice | null = null): HandlerResult {
  const { workspace, reviewer, title, plan, posts } = view;
  const body = [
    h('h1', { dir: 'auto' }, title),
    meta(`${workspace} asks ${reviewer} for a review.`),
    plan !== null && meta(plan),
    view.agents.map(agentPart),
    notice && h('p', { class: 'notice', role: 'alert' }, notice.message),
    approvalPart(view),
    h('h2', null, posts.length === 1 ? 'The post' : 'The posts'),
    posts.map(postPart),
    decisionPart(view, notice),
    commentsPart(view, notice),
    h('p', null, h('small', null, view.scope, ' It works until ', time(view.expiresAt), '. Do not share it.')),
  ];
  return page(notice?.status ?? 200, title, body, localOrigins(posts));
}

/** Return the page after a comment or a decision. It moves on to the review page, which can be loaded again. */
export function savedReviewPage(token: string): HandlerResult {
  const target = `${REVIEW_PATH}?${new URLSearchParams({ token })}`;
  const saved = page(200, 'Saved', [
    h('h1', null, 'Saved'),
    h('p', null, h('a', { href: target }, 'Back to the post')),
  ]);
  return { ...saved, headers: { ...saved.headers, refresh: `0;url=${target}` } };
}

/** Return the page of a link that leads to no item. `status`: 404 for an unknown link, 410 for one that has ended. */
export function closedReviewPage(status: 404 | 410, title: string, message: string): HandlerResult {
  return page(status, title, [h('h1', null, title), h('p', null, message)]);
}

function meta(text: ComponentChildren): ComponentChild {
  return h('p', { class: 'meta' }, text);
}

function textPart(text: ComponentChildren): ComponentChild {
  return h('p', { class: 'text', dir: 'auto' }, text);
}

function agentPart({ name, responsible }: ReviewView['agents'][number]): ComponentChild {
  return meta(`The agent “${name}” wrote a part of this. ${responsible} is responsible for the agent.`);
}

function approvalPart({ approval: { status, by, at, note, agent } }: ReviewView): ComponentChild {
  const verb = status === 'pending_approval' ? ', requested' : '';
  const who = by !== null && `${verb} by ${agent === null ? by : `the agent “${agent}” of ${by}`}`;
  const when = at !== null && [' on ', time(at)];
  const summary = h('p', null, h('strong', null, STATUS_TEXTS[status]), who, when);
  return h(
    'div',
    { class: `status ${status}` },
    summary,
    agent !== null && note !== null && meta('The agent states, unverified:'),
    note !== null && textPart(note),
  );
}

function postPart({ platform, account, text, media, card, visibility, following }: PreviewedPost): ComponentChild {
  return h(
    'article',
    null,
    h('h3', null, PLATFORM_TABLE[platform].displayName),
    meta(account ?? 'No account is connected yet.'),
    textPart(postText(platform, text)),
    media.map(mediaPart),
    card && cardPart(card),
    visibility !== 'public' && meta('Visible to connections only'),
    following.map((part, index) => followingPart(platform, part, index + 2)),
  );
}

function followingPart(
  platform: Platform,
  { kind, text, media, card }: PreviewedPart,
  position: number,
): ComponentChild {
  const label = kind === 'comment' ? 'First comment' : `Post ${position} of the thread`;
  return h(
    'section',
    null,
    h('h4', null, label),
    textPart(postText(platform, text)),
    media.map(mediaPart),
    card && cardPart(card),
  );
}

function cardPart({ url, title, description, imageUrl, isRead }: PreviewedCard): ComponentChild {
  if (!isRead) return meta(`The link preview of ${url} is read when the post is submitted for approval.`);
  if (title === null) return meta(`No link preview of ${url}.`);
  return h(
    'aside',
    { class: 'card', 'aria-label': 'Link preview' },
    imageUrl !== null && h('img', { src: imageUrl, alt: '', loading: 'lazy' }),
    h('p', { dir: 'auto' }, h('strong', null, title)),
    description !== '' && h('p', { dir: 'auto' }, description),
    meta(url),
  );
}

function mediaPart({ url, type, alt = '' }: LinkedMedia): ComponentChild {
  const file =
    type === 'image'
      ? h('img', { src: url, alt, loading: 'lazy' })
      : h('video', { src: url, controls: true, preload: 'none', 'aria-label': alt });
  const caption = alt === '' ? 'No alternative text' : `Alternative text: ${alt}`;
  return h('figure', null, file, h('figcaption', { dir: 'auto' }, caption));
}

function decisionPart(view: ReviewView, notice: ReviewNotice | null): ComponentChildren {
  if (view.decisions.length === 0) return null;
  const buttons = view.decisions.map((decision) => DECISION_BUTTONS[decision]);
  const note = textArea('note', 'Note (optional)', MAX_NOTE_LENGTH, typedIn(notice, 'decision'));
  const fields = [hidden('content_hash', view.contentHash), note, h('div', { class: 'actions' }, buttons)];
  return [h('h2', null, 'Your decision'), form(view, fields)];
}

function commentsPart(view: ReviewView, notice: ReviewNotice | null): ComponentChildren {
  const comments = view.comments.map(({ author, at, body }) =>
    h('article', null, h('h3', { dir: 'auto' }, author), meta(time(at)), textPart(body)),
  );
  const list = comments.length === 0 ? h('p', null, 'There are no comments yet.') : comments;
  const field = textArea('comment', 'Your comment', MAX_COMMENT_LENGTH, typedIn(notice, 'comment'), true);
  const button = h('button', { name: 'action', value: 'comment' }, 'Comment');
  const earlier = view.hasEarlierComments && meta('Earlier comments are not shown.');
  return [h('h2', null, 'Comments'), earlier, list, form(view, [field, h('div', { class: 'actions' }, button)])];
}

function form({ token }: ReviewView, fields: ComponentChildren): ComponentChild {
  return h('form', { method: 'post', action: REVIEW_PATH }, hidden('token', token), fields);
}

function hidden(name: string, value: string): ComponentChild {
  return h('input', { type: 'hidden', name, value });
}

function textArea(id: string, label: string, maxlength: number, typed: string, required = false): ComponentChildren {
  // A browser drops the first line break of the content.
  const field = h('textarea', { id, name: 'text', maxlength, dir: 'auto', required }, `\n${typed}`);
  return [h('label', { for: id }, label), field];
}

function typedIn(notice: ReviewNotice | null, form: ReviewNotice['typed']['form']): string {
  return notice?.typed.form === form ? notice.typed.text : '';
}

function time(at: string): ComponentChild {
  return h('time', { datetime: at }, formatTime(at));
}

/** List the origins of files without https, which only the bucket of the local service has. */
function localOrigins(posts: PreviewedPost[]): string[] {
  const parts = posts.flatMap((post) => [post, ...post.following]);
  const shown = parts.flatMap(({ media, card }) => [...media.map(({ url }) => url), card?.imageUrl ?? []].flat());
  const urls = shown.map((url) => new URL(url));
  return [...new Set(urls.filter(({ protocol }) => protocol === 'http:').map(({ origin }) => origin))];
}

function page(status: number, title: string, body: ComponentChildren, origins: string[] = []): HandlerResult {
  // The URL has the token: no cache keeps the page, and no other site learns where the person was.
  const own = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };
  const sources = ['https:', ...origins].join(' ');
  const headers = pageHeaders("'self'", { style: STYLE, media: `img-src ${sources}; media-src ${sources}` });
  return { status, headers: { ...headers, ...own }, body: htmlPage(title, body, STYLE) };
}
