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
import { describePlatform, type Platform, type PostButton } from '../platforms.ts';

const ICONS: Record<PostButton, LucideIcon> = {
  bookmark: Bookmark,
  'chart-no-axes-column': ChartNoAxesColumn,
  ellipsis: Ellipsis,
  heart: Heart,
  'message-circle': MessageCircle,
  'message-square': MessageSquare,
  'message-square-text': MessageSquareText,
  'repeat-2': Repeat2,
  send: Send,
  'thumbs-up': ThumbsUp,
};

/** Show the buttons that a platform has below a post. They do nothing, and screen readers skip them. */
export function PostButtons({ platform }: { platform: Platform }) {
  return (
    <div class="post-buttons" aria-hidden="true">
      {describePlatform(platform).buttons.map((name) => {
        const Icon = ICONS[name];
        return <Icon key={name} size={18} />;
      })}
    </div>
  );
}
