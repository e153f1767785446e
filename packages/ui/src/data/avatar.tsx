import { useState } from 'react'
import { truncateText } from '../lib/text-length.ts'

const sizes = { sm: 'size-6 text-[0.625rem]', xl: 'size-20 text-2xl' }

/** Returns the initials of the first and last word of a name in upper case, or "?" if it has no letter or digit. */
export function initialsOf(name: string): string {
  const words = truncateText(name, 200)
    .split(/[\s._@-]+/u)
    .map((word) => word.match(/[\p{L}\p{N}]/u)?.[0])
    .filter((letter) => letter !== undefined)
  const [first] = words
  const last = words.length > 1 ? words.at(-1) : undefined
  if (first === undefined) return '?'
  return `${first}${last ?? ''}`.toLocaleUpperCase()
}

export interface AvatarProps {
  /** The person's name, which gives the initials and the text for screen readers. */
  name: string
  src?: string | null
  size?: keyof typeof sizes
  /** Set when the name is shown next to the avatar, so that screen readers don't read it twice. */
  isDecorative?: boolean
}

/** A person's picture. Shows their initials when there is no picture or it fails to load. */
export function Avatar({ name, src, size = 'sm', isDecorative = false }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  return (
    <span
      className={`inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full bg-accent-soft font-medium text-accent-text ring-1 ring-line ring-inset ${sizes[size]}`}
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {src && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBrokenSrc(src)}
        />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
