import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Skeleton } from '../feedback/skeleton.tsx'
import type { RichTextContentProps } from './rich-text-content.tsx'

let loaded: ComponentType<RichTextContentProps> | undefined

/** Preloads the parser, for pages that would shift if their text rendered later. */
export async function loadRichText(): Promise<void> {
  loaded = (await import('./rich-text-content.tsx')).RichTextContent
}

const LazyContent = lazy(() =>
  import('./rich-text-content.tsx').then((module) => ({ default: module.RichTextContent })),
)

export interface RichTextProps {
  /** Markdown: CommonMark with GitHub's tables, task lists and bare links. HTML is shown as text and never run. */
  text: string
  /** Added to every heading level, for pages that have their own headings. */
  headingOffset?: 0 | 1 | 2 | 3
  className?: string
}

/** Shows Markdown as formatted text. The parser is a separate chunk, loaded with the first text. */
export function RichText({ text, headingOffset = 0, className = '' }: RichTextProps) {
  // A lazy component shows its skeleton for a moment even when it is already loaded.
  const [Content] = useState(() => loaded ?? LazyContent)
  return (
    <div className={`min-w-0 break-words text-base text-content ${className}`}>
      <Suspense fallback={<Skeleton lines={4} />}>
        <Content text={text} headingOffset={headingOffset} />
      </Suspense>
    </div>
  )
}
