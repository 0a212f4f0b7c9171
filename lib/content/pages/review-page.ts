import { type ComponentChild, type ComponentChildren, h } from 'preact';
import { fill, insert } from '../../core/values/fill-text.ts';
import { brandedPage } from '../../identity/pages/branded-page.ts';
import type { HandlerResult } from '../../identity/pipeline/request-context.ts';
import type { BrandColors } from '../../identity/rules/branding.ts';
import type { PageLook } from '../../identity/steps/page-look.ts';
import { MAX_NOTE_LENGTH } from '../rules/approval/approval.ts';
import type { Decision } from '../rules/approval/approval-states.ts';
import type { ApprovalStatus } from '../rules/content-approval.ts';
import { MAX_COMMENT_LENGTH } from '../rules/review/review-comment.ts';
import type { ClosedReview, ReviewRejection } from '../rules/review/review-rejection.ts';
import { formatTime } from './format-time.ts';
import { REVIEW_TEXTS } from './languages/languages.ts';
import type { ReviewTexts } from './languages/review-texts.ts';
import { meta, postPart, textPart } from './review-post-parts.ts';
import type { PreviewedPost } from './review-posts.ts';
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
  plan: { text: 'cancelled' } | { text: 'planned' | 'publishedOrPlanned'; at: string } | null;
  /** `agent`: the name of the agent that submitted the item for `by`, whose statement the note then is. */
  approval: { status: ApprovalStatus; by: string | null; at: string | null; note: string | null; agent: string | null };
  posts: PreviewedPost[];
  /** The latest, oldest first. `agent`: the name of the agent that wrote it for the author. */
  comments: { author: string; agent: string | null; at: string; body: string }[];
  hasEarlierComments: boolean;
  contentHash: string;
  decisions: Decision[]; // Those that the reviewer can take now.
  scope: keyof ReviewTexts['scope']; // What the link allows, whatever the state of the item.
  expiresAt: string;
}

/** A reason why nothing was saved, with the text that the reviewer has typed and the form that it belongs to. */
export interface ReviewNotice {
  status: number;
  rejection: ReviewRejection;
  /** The bound that was exceeded. */
  max?: number;
  typed: { form: 'comment' | 'decision'; text: string };
}

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

/** What the parts of a page need to write in the language of the reader. */
interface Words {
  texts: ReviewTexts;
  time: (at: string) => ComponentChild;
}

function wordsOf({ language }: PageLook): Words {
  const texts = REVIEW_TEXTS[language];
  return { texts, time: (at) => h('time', { datetime: at }, formatTime(texts, at)) };
}

/** Return the review page of an item. */
export function reviewPage(look: PageLook, view: ReviewView, notice: ReviewNotice | null = null): HandlerResult {
  const words = wordsOf(look);
  const { texts, time } = words;
  const { workspace, reviewer, title, plan, posts, expiresAt } = view;
  const body = [
    h('h1', { dir: 'auto' }, title),
    meta(fill(texts.asks, { workspace, reviewer })),
    plan !== null && meta(insert(texts[plan.text], 'at' in plan ? { time: time(plan.at) } : {})),
    view.agents.map(({ name, responsible }) => meta(fill(texts.agentWrote, { agent: name, person: responsible }))),
    notice && h('p', { class: 'notice', role: 'alert' }, noticeText(texts, notice)),
    approvalPart(words, view),
    h('h2', null, posts.length === 1 ? texts.post : texts.posts),
    posts.map((post) => postPart(texts, post)),
    decisionPart(texts, view, notice),
    commentsPart(words, view, notice),
    h('p', null, h('small', null, texts.scope[view.scope], ' ', insert(texts.until, { time: time(expiresAt) }))),
  ];
  return page(look, notice?.status ?? 200, title, body, localOrigins(posts));
}

/** Return the page after a comment or a decision. It moves on to the review page, which can be loaded again. */
export function savedReviewPage(look: PageLook, token: string): HandlerResult {
  const { texts } = wordsOf(look);
  const target = `${REVIEW_PATH}?${new URLSearchParams({ token })}`;
  const saved = page(look, 200, texts.saved, [
    h('h1', null, texts.saved),
    h('p', null, h('a', { href: target }, texts.back)),
  ]);
  return { ...saved, headers: { ...saved.headers, refresh: `0;url=${target}` } };
}

/** Return the page of a link that leads to no item: 404 for an unknown link, 410 for one that has ended. */
export function closedReviewPage(look: PageLook, closed: ClosedReview): HandlerResult {
  const { title, text } = wordsOf(look).texts.closed[closed];
  return page(look, closed === 'unknown' ? 404 : 410, title, [h('h1', null, title), h('p', null, text)]);
}

function noticeText({ rejections }: ReviewTexts, { rejection, max = 0 }: ReviewNotice): string {
  return fill(rejections[rejection], { max: String(max) });
}

function approvalPart(
  { texts, time }: Words,
  { approval: { status, by, at, note, agent } }: ReviewView,
): ComponentChild {
  const person = by ?? '';
  const who = agent === null ? person : fill(texts.agentOf, { agent, person });
  const verb = status === 'pending_approval' ? texts.requestedBy : texts.by;
  const when = at !== null && insert(texts.on, { time: time(at) });
  const summary = h('p', null, h('strong', null, texts.status[status]), by !== null && fill(verb, { who }), when);
  return h(
    'div',
    { class: `status ${status}` },
    summary,
    agent !== null && note !== null && meta(texts.states),
    note !== null && textPart(note),
  );
}

function decisionPart(texts: ReviewTexts, view: ReviewView, notice: ReviewNotice | null): ComponentChildren {
  if (view.decisions.length === 0) return null;
  const buttons = view.decisions.map((value) =>
    h('button', { class: value === 'approve' ? 'primary' : undefined, name: 'action', value }, texts.decisions[value]),
  );
  const note = textArea('note', texts.note, MAX_NOTE_LENGTH, typedIn(notice, 'decision'));
  const fields = [hidden('content_hash', view.contentHash), note, h('div', { class: 'actions' }, buttons)];
  return [h('h2', null, texts.decision), form(view, fields)];
}

function commentsPart({ texts, time }: Words, view: ReviewView, notice: ReviewNotice | null): ComponentChildren {
  const comments = view.comments.map(({ author, agent, at, body }) => {
    const name = agent === null ? author : fill(texts.agentAuthor, { agent, person: author });
    return h('article', null, h('h3', { dir: 'auto' }, name), meta(time(at)), textPart(body));
  });
  const list = comments.length === 0 ? h('p', null, texts.noComments) : comments;
  const field = textArea('comment', texts.yourComment, MAX_COMMENT_LENGTH, typedIn(notice, 'comment'), true);
  const button = h('button', { name: 'action', value: 'comment' }, texts.comment);
  const earlier = view.hasEarlierComments && meta(texts.earlierComments);
  return [h('h2', null, texts.comments), earlier, list, form(view, [field, h('div', { class: 'actions' }, button)])];
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

/** List the origins of files without https, which only the bucket of the local service has. */
function localOrigins(posts: PreviewedPost[]): string[] {
  const parts = posts.flatMap((post) => [post, ...post.following]);
  const shown = parts.flatMap(({ media, card }) => [...media.map(({ url }) => url), card?.imageUrl ?? []].flat());
  const urls = shown.map((url) => new URL(url));
  return [...new Set(urls.filter(({ protocol }) => protocol === 'http:').map(({ origin }) => origin))];
}

/** Build the style of a page in the colors of a product: the default one is less readable on them where it mixes colors. */
function brandedStyle(colors: BrandColors | undefined): string {
  if (!colors) return STYLE;
  const { accent, background } = colors;
  return [
    STYLE,
    '.meta,figcaption{opacity:1}',
    `.tag{color:${accent}}.actions .primary{background:${accent};border-color:${accent};color:${background}}`,
    `.actions button:not(.primary){background:${background};color:${accent}}`,
  ].join('');
}

function page(look: PageLook, status: number, title: string, body: ComponentChildren, origins: string[] = []) {
  const sources = ['https:', ...origins].join(' ');
  return brandedPage(look, {
    status,
    title,
    body,
    style: brandedStyle(look.branding.colors),
    media: `img-src ${sources}; media-src ${sources}`,
    headers: { 'x-robots-tag': 'noindex, nofollow' },
  });
}
