import { platformMark, platformName } from '../platforms.ts';

interface PlatformIconProps {
  platform: string;
  /** The width and height in pixels. */
  size?: number;
  /** What screen readers say. Without it they skip the icon, because its name is beside it. */
  label?: string;
}

/** The mark of a platform in its brand color. A dot for a platform that this version does not know. */
export function PlatformIcon({ platform, size = 16, label }: PlatformIconProps) {
  const mark = platformMark(platform);
  return (
    <svg
      class="platform-icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      style={mark ? { color: mark.color } : undefined}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {mark ? <path fill="currentColor" d={mark.path} /> : <circle fill="currentColor" cx="12" cy="12" r="6" />}
    </svg>
  );
}

/** The marks of several platforms, which screen readers say by their names. */
export function PlatformIcons({ platforms, size }: { platforms: readonly string[]; size?: number }) {
  return (
    <span class="platform-icons">
      {platforms.map((platform) => (
        <PlatformIcon key={platform} platform={platform} size={size} label={platformName(platform)} />
      ))}
    </span>
  );
}
