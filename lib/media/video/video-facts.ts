import type { AudioFacts, VideoFacts } from '../../platforms/kit/definition/media-file.ts';
import { MediaFormatError } from '../files/rejection.ts';
import { damaged } from './boxes.ts';
import type { Track } from './track.ts';
import type { VideoCodec } from './video-codec.ts';

/** A frame of 8K has 33 megapixels; no platform takes more than 4K. */
const MAX_PIXELS = 8192 * 4320;
const MAX_SIDE = 16_384;
/** The longest video of a platform has 125 minutes. */
const MAX_SECONDS = 4 * 3600;

/** Describe a video by its tracks. Throws for one that shows nothing, or that is beyond every limit. */
export function toVideoFacts(
  video: Track<VideoCodec>,
  audio: Track<AudioFacts> | null,
  { sizeBytes, isIndexFirst }: { sizeBytes: number; isIndexFirst: boolean },
): { width: number; height: number; durationMs: number; facts: VideoFacts } {
  const { count, ticks, ranges } = video.samples;
  if (count === 0 || ranges.every(({ from, end }) => from === end)) {
    throw new MediaFormatError('no_video', 'The video track has no frames.');
  }
  if (ticks === 0) throw damaged('its frames have no duration');
  const seconds = Math.max(secondsOf(video), audio ? secondsOf(audio) : 0);
  if (seconds === 0) throw damaged('its edit list shows nothing');
  if (!(seconds <= MAX_SECONDS)) {
    throw new MediaFormatError('too_long', `The video is longer than ${MAX_SECONDS / 3600} hours.`);
  }
  const { pixelAspect, width, height, ...codec } = video.codec;
  return {
    ...displaySize(video.codec, video.isTurned),
    durationMs: Math.max(1, Math.round(seconds * 1000)),
    facts: {
      ...codec,
      pixel_aspect: `${pixelAspect[0]}:${pixelAspect[1]}`,
      frame_rate: Math.round((count * video.timeScale * 1000) / ticks) / 1000,
      bit_rate: Math.round((sizeBytes * 8) / seconds),
      is_index_first: isIndexFirst,
      has_edit_list: video.edits.length > 0,
      audio: audio && audio.samples.count > 0 ? audio.codec : null,
    },
  };
}

/** How long a track is presented: by its edit list, as far as there is content for it. */
function secondsOf({ samples, timeScale, edits }: Track<unknown>): number {
  const content = samples.ticks / timeScale;
  // In a fragmented file, an edit of length 0 is everything.
  if (edits.every(({ seconds }) => seconds === 0)) return content;
  return edits.reduce((total, { seconds, isEmpty }) => total + (isEmpty ? seconds : Math.min(seconds, content)), 0);
}

function displaySize({ width, height, pixelAspect: [horizontal, vertical] }: VideoCodec, isTurned: boolean) {
  const shown = Math.round((width * horizontal) / vertical);
  if (!(shown >= 1 && height >= 1 && width >= 1)) throw damaged('its frames have no pixels');
  if (shown > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS || shown * height > 2 * MAX_PIXELS) {
    const message = `A video can have at most ${MAX_PIXELS.toLocaleString('en-US')} pixels and ${MAX_SIDE.toLocaleString('en-US')} pixels per side.`;
    throw new MediaFormatError('too_many_pixels', message);
  }
  return isTurned ? { width: height, height: shown } : { width: shown, height };
}
