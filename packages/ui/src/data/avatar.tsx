import { useState } from 'react'
import { tv, type VariantProps } from 'tailwind-variants/lite'
import { initialsOf } from '../lib/initials.ts'

const avatarStyle = tv({
  base: 'inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full bg-accent-soft font-medium text-accent-text ring-1 ring-line ring-inset',
  variants: {
    size: {
      xs: 'size-5 text-[0.5625rem]',
      sm: 'size-6 text-[0.625rem]',
      md: 'size-8 text-xs',
      lg: 'size-12 text-lg',
      xl: 'size-20 text-2xl',
    },
  },
  defaultVariants: { size: 'md' },
})

export interface AvatarProps extends VariantProps<typeof avatarStyle> {
  /** The person's name, which gives the initials and the text for screen readers. */
  name: string
  src?: string | null
  /** Set when the name is shown next to the avatar, so that screen readers don't read it twice. */
  isDecorative?: boolean
  className?: string
}

/** A person's picture. Shows their initials when there is no picture or it fails to load. */
export function Avatar({ name, src, size, isDecorative = false, className }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const hasPicture = Boolean(src) && src !== brokenSrc
  return (
    <span
      className={avatarStyle({ size, className })}
      {...(isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {hasPicture && src ? (
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
