import { useContext } from 'react'
import { focusRing } from '../lib/focus-ring.ts'
import { InsideLinkContext } from './rich-text-link.tsx'

export interface RichTextImageProps {
  src: string | undefined
  alt: string | undefined
  title: string | undefined
}

/**
 * An image in rich text. A click opens it in a new tab, unless it is inside a link. Then the click follows that link.
 */
export function RichTextImage({ src, alt = '', title }: RichTextImageProps) {
  const isInsideLink = useContext(InsideLinkContext)
  if (!src) return alt
  const image = (
    <img
      src={src}
      alt={alt}
      title={title}
      loading="lazy"
      className="max-w-full rounded-md border border-line"
    />
  )
  if (isInsideLink) return image
  return (
    <a
      href={src}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${alt || 'Image'} (opens in a new tab)`}
      className={`inline-block cursor-zoom-in rounded-md ${focusRing}`}
    >
      {image}
    </a>
  )
}
