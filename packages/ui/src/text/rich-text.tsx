import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import type { RichTextContentProps } from './rich-text-content.tsx'

let loaded: ComponentType<RichTextContentProps> | undefined

/** Fetches the parser ahead, for pages that would move if their text came after them. */
export async function loadRichText(): Promise<void> {
  loaded = (await import('./rich-text-content.tsx')).RichTextContent
}

const LazyContent = lazy(() =>
  import('./rich-text-content.tsx').then((module) => ({ default: module.RichTextContent })),
)

export interface RichTextProps {
  /** Markdown (CommonMark with GitHub's tables, task lists and bare links). HTML in it is shown as text, never run. */
  text: string
  /** Added to every heading's level, where the page has headings of its own. */
  headingOffset?: 0 | 1 | 2 | 3
  className?: string
}

/** Markdown as formatted text. The parser is a chunk of its own, fetched with the first text. */
export function RichText({ text, headingOffset = 0, className = '' }: RichTextProps) {
  // What is lazy shows its skeleton for a moment even when it is there.
  const [Content] = useState(() => loaded ?? LazyContent)
  return (
    <div className={`min-w-0 break-words text-base text-content ${className}`}>
      <Suspense fallback={<Skeleton lines={4} />}>
        <Content text={text} headingOffset={headingOffset} />
      </Suspense>
    </div>
  )
}
