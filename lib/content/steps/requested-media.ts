import { type FieldError, validationError } from '../../core/problems/request-errors.ts';
import { isId } from '../../core/values/id.ts';
import type { AgentTerms } from '../../identity/rules/agent-key.ts';
import type { MediaAsset } from '../../media/rules/media-asset.ts';
import { publicUrlErrors } from '../../media/steps/media-url-check.ts';
import { loadMediaAssets } from '../../media/store/media-assets.ts';
import type { MediaFile } from '../../platforms/kit/definition/media-file.ts';
import type { Media, Platform } from '../../platforms/platform.ts';
import type { RequestedMedia, RequestedOptions, RequestedThread } from '../api/content/requests.ts';
import type { PlatformOptions, ThreadPost } from '../rules/content.ts';

/** The fields of a request that name files. */
interface RequestedFiles {
  media?: RequestedMedia[] | undefined;
  thread?: RequestedThread | undefined;
  platform_options?: RequestedOptions | undefined;
}

/** The same fields with the files of the media library; absent where the request has none. */
interface FoundFiles {
  media: Media[] | undefined;
  thread: ThreadPost[] | undefined;
  platform_options: Partial<Record<Platform, PlatformOptions>> | undefined;
}

/** Whose media library counts, and the terms of an agent that names the files; absent for any other caller. */
interface Requester {
  workspaceId: string;
  agent?: AgentTerms | null;
}

/**
 * Load the files of the media library that a request names. Throws 422 with a pointer per file that the workspace does not
 * have or that is not ready, per URL that is not public, and per URL that an agent names: its server could send other bytes
 * to the person who approves than to the platform.
 */
export async function loadRequestedMedia(
  { workspaceId, agent = null }: Requester,
  request: RequestedFiles,
): Promise<FoundFiles> {
  const options = Object.entries(request.platform_options ?? {}) as [Platform, RequestedOptions[Platform] & object][];
  const sources = [request, ...options.map(([, option]) => option)];
  const requested = sources.flatMap(({ media = [], thread = [] }) => [
    ...media,
    ...thread.flatMap((post) => post.media ?? []),
  ]);
  const ids = requested.flatMap((media) =>
    'media_id' in media && isId('media', media.media_id) ? media.media_id : [],
  );
  const assets = new Map((await loadMediaAssets(workspaceId, ids)).map((asset) => [asset.id, asset]));
  const errors: FieldError[] = [];
  const find = (media: RequestedMedia[] | undefined, pointer: string) =>
    media?.flatMap((each, index) => {
      const at = `${pointer}/${index}`;
      if (!('media_id' in each)) errors.push(...urlErrors(each.url, `${at}/url`, agent));
      return 'media_id' in each ? findFile(each, at, assets, errors) : [each];
    });
  const findThread = (thread: RequestedThread | undefined, pointer: string) =>
    thread?.map(({ text, media = [] }, index): ThreadPost => {
      return { text, media: find(media, `${pointer}/${index}/media`) ?? [] };
    });
  const media = find(request.media, '/media');
  const thread = findThread(request.thread, '/thread');
  const found = options.map(([platform, { media: own, thread: ownThread, link, ...rest }]) => {
    const pointer = `/platform_options/${platform}`;
    if (link !== undefined) errors.push(...publicUrlErrors(link, `${pointer}/link`));
    const replaced = find(own, `${pointer}/media`);
    const replacedThread = findThread(ownThread, `${pointer}/thread`);
    return [
      platform,
      {
        ...rest,
        ...(link === undefined ? {} : { link }),
        ...(replaced ? { media: replaced } : {}),
        ...(replacedThread ? { thread: replacedThread } : {}),
      },
    ];
  });
  if (errors.length > 0) throw validationError(errors);
  return { media, thread, platform_options: request.platform_options && Object.fromEntries(found) };
}

function urlErrors(url: string, pointer: string, agent: AgentTerms | null): FieldError[] {
  if (agent === null) return publicUrlErrors(url, pointer);
  const detail = 'Agent keys cannot name media by URL. Add the file with POST /v1/media, and name its media_id.';
  return [{ pointer, code: 'not_for_agents', detail }];
}

/** Return a medium with the file of the media library that it names. Adds its errors to a list. */
function findFile(
  media: Extract<RequestedMedia, { media_id: string }>,
  pointer: string,
  assets: ReadonlyMap<string, MediaAsset>,
  errors: FieldError[],
): Media[] {
  const asset = assets.get(media.media_id);
  if (!asset?.file) {
    errors.push({ pointer: `${pointer}/media_id`, ...toError(asset) });
    return [];
  }
  const type = typeOf(asset.file);
  if (media.type !== undefined && media.type !== type) {
    errors.push({
      pointer: `${pointer}/type`,
      code: 'media_type_mismatch',
      detail: `The type of the file is ${type}.`,
    });
  }
  return [{ ...media, type, file: asset.file }];
}

function typeOf({ content_type }: MediaFile): Media['type'] {
  return content_type.startsWith('video/') ? 'video' : 'image';
}

function toError(asset: MediaAsset | undefined): Pick<FieldError, 'code' | 'detail'> {
  if (!asset) return { code: 'media_not_found', detail: 'The workspace has no media file with this id.' };
  if (asset.status === 'rejected') {
    return { code: 'media_rejected', detail: `The file was rejected: ${asset.error?.message}` };
  }
  return { code: 'media_not_ready', detail: `The file has the status ${asset.status}. Wait until it is ready.` };
}
