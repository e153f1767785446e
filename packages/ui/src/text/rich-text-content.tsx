import { isValidElement, type ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { ScrollArea } from '../layout/scroll-area.tsx'
import { CodeBlock } from './code-block.tsx'
import { RichTextImage } from './rich-text-image.tsx'
import { RichTextLink } from './rich-text-link.tsx'

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
