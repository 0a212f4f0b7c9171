import { escapeHtmlAttribute, htmlPage, pageHeaders } from '../../core/http/html.ts';
import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import { REVIEW_PATH } from '../../identity/pipeline/stage-origin.ts';
import type { FollowingPart, LinkedMedia, Platform, Post } from '../../platforms/facts/platform.ts';
import { PLATFORM_TABLE } from '../../platforms/facts/platforms.ts';
import type { ApprovalStatus, Decision } from '../rules/approval.ts';
import { MAX_NOTE_LENGTH } from '../rules/approval.ts';
import { MAX_COMMENT_LENGTH } from '../rules/review-comment.ts';
import { postText } from './post-text.ts';

/** The item as it is sent to one account. `account` is the name of the account; null while none is connected. */
export interface PreviewedPost extends Required<Pick<Post, 'text' | 'media' | 'link' | 'visibility'>> {
  platform: Platform;
  account: string | null;
  media: LinkedMedia[];
  /** The further posts of the thread, then the first comment. */
  following: PreviewedPart[];
}

/** A part after the post. */
export type PreviewedPart = Pick<FollowingPart, 'kind' | 'text'> & { media: LinkedMedia[] };

/** What the page shows. All texts are plain text, times are ISO 8601. */
export interface ReviewView {
  token: string;
  reviewer: string;
  workspace: string;
  title: string;
  /** What is planned: when the item is published, or that it was. Null for nothing. */
  plan: string | null;
  approval: { status: ApprovalStatus; by: string | null; at: string | null; note: string | null };
  posts: PreviewedPost[];
  comments: { author: string; at: string; body: string }[];
  contentHash: string;
  /** The decisions that the reviewer can take now. */
  decisions: Decision[];
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

const DECISION_BUTTONS: Record<Decision, string> = {
  approve: '<button class="primary" name="action" value="approve">Approve</button>',
  'request-changes': '<button name="action" value="request-changes">Request changes</button>',
};

/** Return the review page of an item. */
export function reviewPage(view: ReviewView, notice: ReviewNotice | null = null): HandlerResult {
  const { workspace, reviewer, title, plan, posts } = view;
  const planned = plan === null ? '' : `<p class="meta">${escapeHtmlAttribute(plan)}</p>`;
  const alert = notice ? `<p class="notice" role="alert">${escapeHtmlAttribute(notice.message)}</p>` : '';
  const body = [
    `<h1 dir="auto">${escapeHtmlAttribute(title)}</h1>`,
    `<p class="meta">${escapeHtmlAttribute(workspace)} asks ${escapeHtmlAttribute(reviewer)} for a review.</p>${planned}${alert}`,
    approvalPart(view),
    `<h2>${posts.length === 1 ? 'The post' : 'The posts'}</h2>${posts.map(postPart).join('')}`,
    decisionPart(view, notice),
    commentsPart(view, notice),
    `<p><small>This link works until ${time(view.expiresAt)}. Do not share it.</small></p>`,
  ];
  return page(notice?.status ?? 200, title, body.join(''), localOrigins(posts));
}

/** Return the page after a comment or a decision. It moves on to the review page, which can be loaded again. */
export function savedReviewPage(token: string): HandlerResult {
  const target = `${REVIEW_PATH}?${new URLSearchParams({ token })}`;
  const link = `<p><a href="${escapeHtmlAttribute(target)}">Back to the post</a></p>`;
  const saved = page(200, 'Saved', `<h1>Saved</h1>${link}`);
  return { ...saved, headers: { ...saved.headers, refresh: `0;url=${target}` } };
}

/** Return the page of a link that leads to no item. `status`: 404 for an unknown link, 410 for one that has ended. */
export function closedReviewPage(status: 404 | 410, title: string, message: string): HandlerResult {
  return page(status, title, `<h1>${escapeHtmlAttribute(title)}</h1><p>${escapeHtmlAttribute(message)}</p>`);
}

function approvalPart({ approval: { status, by, at, note } }: ReviewView): string {
  const verb = status === 'pending_approval' ? ', requested' : '';
  const who = by === null ? '' : `${verb} by ${escapeHtmlAttribute(by)}`;
  const when = at === null ? '' : ` on ${time(at)}`;
  const said = note === null ? '' : `<p class="text" dir="auto">${escapeHtmlAttribute(note)}</p>`;
  return `<div class="status ${status}"><p><strong>${STATUS_TEXTS[status]}</strong>${who}${when}</p>${said}</div>`;
}

function postPart({ platform, account, text, media, link, visibility, following }: PreviewedPost): string {
  const { displayName } = PLATFORM_TABLE[platform];
  const from = account === null ? 'No account is connected yet.' : escapeHtmlAttribute(account);
  const files = media.map((file) => mediaPart(file)).join('');
  const card = link === null ? '' : `<p class="meta">Link preview: ${escapeHtmlAttribute(link)}</p>`;
  const rest = following.map((part, index) => followingPart(platform, part, index + 2)).join('');
  const audience = visibility === 'public' ? '' : '<p class="meta">Visible to connections only</p>';
  return `<article><h3>${displayName}</h3><p class="meta">${from}</p><p class="text" dir="auto">${postText(platform, text)}</p>${files}${card}${audience}${rest}</article>`;
}

function followingPart(platform: Platform, { kind, text, media }: PreviewedPart, place: number): string {
  const label = kind === 'comment' ? 'First comment' : `Post ${place} of the thread`;
  const files = media.map((file) => mediaPart(file)).join('');
  return `<section><h4>${label}</h4><p class="text" dir="auto">${postText(platform, text)}</p>${files}</section>`;
}

function mediaPart({ url, type, alt = '' }: LinkedMedia): string {
  const address = escapeHtmlAttribute(url);
  const file =
    type === 'image'
      ? `<img src="${address}" alt="${escapeHtmlAttribute(alt)}" loading="lazy">`
      : `<video src="${address}" controls preload="none" aria-label="${escapeHtmlAttribute(alt)}"></video>`;
  const caption = alt === '' ? 'No alternative text' : `Alternative text: ${escapeHtmlAttribute(alt)}`;
  return `<figure>${file}<figcaption dir="auto">${caption}</figcaption></figure>`;
}

function decisionPart(view: ReviewView, notice: ReviewNotice | null): string {
  if (view.decisions.length === 0) return '';
  const buttons = view.decisions.map((decision) => DECISION_BUTTONS[decision]).join('');
  const note = textArea('note', 'Note (optional)', MAX_NOTE_LENGTH, typedIn(notice, 'decision'));
  const hash = hidden('content_hash', view.contentHash);
  return `<h2>Your decision</h2>${form(view, `${hash}${note}<div class="actions">${buttons}</div>`)}`;
}

function commentsPart(view: ReviewView, notice: ReviewNotice | null): string {
  const comments = view.comments.map(({ author, at, body }) => {
    return `<article><h3 dir="auto">${escapeHtmlAttribute(author)}</h3><p class="meta">${time(at)}</p><p class="text" dir="auto">${escapeHtmlAttribute(body)}</p></article>`;
  });
  const list = comments.length === 0 ? '<p>There are no comments yet.</p>' : comments.join('');
  const field = textArea('comment', 'Your comment', MAX_COMMENT_LENGTH, typedIn(notice, 'comment'), 'required');
  const button = '<div class="actions"><button name="action" value="comment">Comment</button></div>';
  return `<h2>Comments</h2>${list}${form(view, `${field}${button}`)}`;
}

function form({ token }: ReviewView, fields: string): string {
  return `<form method="post" action="${REVIEW_PATH}">${hidden('token', token)}${fields}</form>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtmlAttribute(value)}">`;
}

function textArea(id: string, label: string, max: number, typed: string, attribute = ''): string {
  // A browser drops the first line break of the content.
  return `<label for="${id}">${label}</label><textarea id="${id}" name="text" maxlength="${max}" dir="auto" ${attribute}>\n${escapeHtmlAttribute(typed)}</textarea>`;
}

function typedIn(notice: ReviewNotice | null, form: ReviewNotice['typed']['form']): string {
  return notice?.typed.form === form ? notice.typed.text : '';
}

function time(at: string): string {
  return `<time datetime="${escapeHtmlAttribute(at)}">${escapeHtmlAttribute(formatTime(at))}</time>`;
}

/** Format a time for people, in UTC: the page has no script that knows their zone. */
export function formatTime(at: string): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat('en-GB', options).format(new Date(at))} UTC`;
}

/** List the origins of files without https, which only the bucket of the local service has. */
function localOrigins(posts: PreviewedPost[]): string[] {
  const parts = posts.flatMap((post) => [post, ...post.following]);
  const urls = parts.flatMap(({ media }) => media.map(({ url }) => new URL(url)));
  return [...new Set(urls.filter(({ protocol }) => protocol === 'http:').map(({ origin }) => origin))];
}

function page(status: number, title: string, body: string, origins: string[] = []): HandlerResult {
  // The address has the token: no cache keeps the page, and no other site learns where the person was.
  const own = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };
  const sources = ['https:', ...origins].join(' ');
  const headers = pageHeaders("'self'", { style: STYLE, media: `img-src ${sources}; media-src ${sources}` });
  return { status, headers: { ...headers, ...own }, body: htmlPage(title, body, STYLE) };
}
