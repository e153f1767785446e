import { createContext, isValidElement, type ReactNode, use } from 'react'
import { Link } from 'react-aria-components'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { ScrollArea } from '../layout/scroll-area.tsx'
import { focusRing } from '../lib/focus-ring.ts'
import { CodeBlock } from './code-block.tsx'

/** Longer text is shown unformatted, because parsing it would freeze the page. */
const maxParsedCharacters = 200_000

const headingClasses = {
  1: 'mt-8 text-2xl',
  2: 'mt-7 text-xl',
  3: 'mt-6 text-lg',
  4: 'mt-5 text-base',
  5: 'mt-5 text-base',
  6: 'mt-5 text-sm text-content-muted',
}

type HeadingLevel = keyof typeof headingClasses

function isHeadingLevel(level: number): level is HeadingLevel {
  return level in headingClasses
}

function heading(written: HeadingLevel, offset: number) {
  const shifted = written + offset
  const level: HeadingLevel = isHeadingLevel(shifted) ? shifted : 6
  const Tag = `h${level}` as const
  return ({ children }: { children?: ReactNode }) => (
    <Tag className={`mb-2 font-semibold first:mt-0 ${headingClasses[level]}`}>{children}</Tag>
  )
}

/** Whether the content is already inside a link, because links must not be nested. */
const InsideLinkContext = createContext(false)

function leadsOutside(href: string): boolean {
  try {
    const { protocol, origin } = new URL(href, window.location.origin)
    return /^https?:$/.test(protocol) && origin !== window.location.origin
  } catch {
    return false
  }
}

/** A link. External http(s) links open in a new tab, and the router handles the others. */
function RichTextLink({ href, children }: { href?: string; children?: ReactNode }) {
  if (!href) return <span>{children}</span>
  const isExternal = leadsOutside(href)
  return (
    <InsideLinkContext value={true}>
      <Link
        href={href}
        {...(isExternal && { target: '_blank', rel: 'noopener noreferrer' })}
        className={`rounded-sm text-accent-text underline decoration-accent-line underline-offset-2 hover:decoration-current ${focusRing}`}
      >
        <span>{children}</span>
        {isExternal && <span className="sr-only"> (opens in a new tab)</span>}
      </Link>
    </InsideLinkContext>
  )
}

/** An image. A click opens it in a new tab, unless it is inside a link. Then the click follows that link. */
function RichTextImage({ src, alt = '', title }: { src?: string; alt?: string; title?: string }) {
  const isInsideLink = use(InsideLinkContext)
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

function codeIn(children: ReactNode): { code: string; language: string | undefined } | undefined {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return undefined
  const language = /language-(\S+)/.exec(children.props.className ?? '')?.[1]
  return { code: String(children.props.children ?? ''), language }
}

const blocks: Components = {
  p: ({ children }) => <p className="my-3 leading-relaxed first:mt-0 last:mb-0">{children}</p>,
  a: ({ href, children }) => <RichTextLink href={href}>{children}</RichTextLink>,
  img: ({ src, alt, title }) => <RichTextImage src={src} alt={alt} title={title} />,
  pre: ({ children }) => {
    const block = codeIn(children)
    return block ? <CodeBlock {...block} className="my-4" /> : <pre>{children}</pre>
  },
  code: ({ children }) => (
    <code className="rounded-sm border border-line bg-surface-sunken px-1 py-0.5 font-mono text-[0.92em]">
      {children}
    </code>
  ),
  em: ({ children }) => <em className="italic [font-synthesis-style:auto]">{children}</em>,
  ul: ({ children }) => <ul className="my-3 list-disc space-y-1 pl-5">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="my-3 list-decimal space-y-1 pl-6">
      {children}
    </ol>
  ),
  li: ({ children, className }) => (
    <li className={`leading-relaxed marker:text-content-subtle ${className ? '-ml-5 list-none' : ''}`}>
      {children}
    </li>
  ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked}
      disabled
      readOnly
      aria-label="Done"
      className="mr-1 align-middle"
    />
  ),
  blockquote: ({ children }) => (
    <blockquote className="my-4 border-line-strong border-l-2 pl-4 text-content-muted">{children}</blockquote>
  ),
  hr: () => <hr className="my-6 h-px border-0 bg-line" />,
  strong: ({ children }) => <strong className="font-semibold">{children}</strong>,
  table: ({ children }) => (
    <ScrollArea label="Table" orientation="horizontal" className="my-4 rounded-lg border border-line">
      <table className="w-full border-collapse text-sm">{children}</table>
    </ScrollArea>
  ),
  th: ({ children, style }) => (
    <th style={style} className="border-line border-b bg-surface-sunken px-3 py-2 text-left font-medium">
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td style={style} className="border-line border-b px-3 py-2 align-top [tr:last-child>&]:border-b-0">
      {children}
    </td>
  ),
}

const componentsByOffset = [0, 1, 2, 3].map(
  (offset): Components => ({
    ...blocks,
    h1: heading(1, offset),
    h2: heading(2, offset),
    h3: heading(3, offset),
    h4: heading(4, offset),
    h5: heading(5, offset),
    h6: heading(6, offset),
  }),
)

export interface RichTextContentProps {
  text: string
  headingOffset: number
}

/** The formatted text. RichText loads this component lazily. */
export function RichTextContent({ text, headingOffset }: RichTextContentProps) {
  if (text.length > maxParsedCharacters) return <div className="whitespace-pre-wrap">{text}</div>
  return (
    <Markdown remarkPlugins={[remarkGfm]} components={componentsByOffset[headingOffset] ?? blocks}>
      {text}
    </Markdown>
  )
}
