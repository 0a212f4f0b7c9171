import {
  Bookmark,
  ChartNoAxesColumn,
  Ellipsis,
  Heart,
  type LucideIcon,
  MessageCircle,
  MessageSquare,
  MessageSquareText,
  Repeat2,
  Send,
  ThumbsUp,
} from 'lucide-preact';
import type { Platform } from '../platforms.ts';

const BUTTONS: Record<Platform, readonly LucideIcon[]> = {
  twitter: [MessageCircle, Repeat2, Heart, ChartNoAxesColumn, Bookmark],
  linkedin: [ThumbsUp, MessageSquareText, Repeat2, Send],
  instagram: [Heart, MessageCircle, Send, Bookmark],
  bluesky: [MessageSquare, Repeat2, Heart, Ellipsis],
};

/** Show the buttons that a platform has below a post. They do nothing, and screen readers skip them. */
export function PostButtons({ platform }: { platform: Platform }) {
  return (
    <div class="post-buttons" aria-hidden="true">
      {BUTTONS[platform].map((Icon, index) => (
        <Icon key={index} size={18} />
      ))}
    </div>
  );
}
