import { createElement, useEffect, useState } from 'react'
import { CopyButton } from '../buttons/copy-button.tsx'
import { ScrollArea } from '../layout/scroll-area.tsx'
import type { CodeToken, CodeTokenKind } from '../lib/highlight-code.ts'

/** Longer code is not highlighted, because highlighting it would freeze the page. */
const maxHighlightedCharacters = 20_000

const kindClasses: Record<CodeTokenKind, string> = {
  comment: 'text-content-subtle',
  constant: 'text-warning-text',
  function: 'text-accent-text',
  keyword: 'text-danger-text',
  parameter: 'text-content',
  punctuation: 'text-content-muted',
  string: 'text-success-text',
}

export interface CodeBlockProps {
  code: string
  /** The language named after the fence. Defaults to JavaScript. An unknown language is shown as plain text. */
  language?: string
  /** Called after the button has copied the code. */
  onCopied?: () => void
  className?: string
}

/**
 * Removes a leading `$ ` and trailing newlines, so that a pasted shell command does not run before the user has checked it.
 */
function copyableCode(code: string): string {
  let end = code.length
  while (end > 0 && (code[end - 1] === '\n' || code[end - 1] === '\r')) end -= 1
  return code.slice(code.startsWith('$ ') ? 2 : 0, end)
}

/** A block of code with a copy button. It is highlighted once the highlighter has loaded. */
export function CodeBlock({ code, language = 'js', onCopied, className = '' }: CodeBlockProps) {
  const shown = code.replace(/\n$/, '')
  const lines = useHighlightedLines(shown, language)
  return (
    <div
      className={`group/code relative min-w-0 rounded-lg border border-line bg-surface-sunken ${className}`}
    >
      <ScrollArea label="Code" orientation="horizontal" className="rounded-lg">
        <pre className="m-0 w-max min-w-full p-3.5 pr-12 font-mono text-content text-sm">
          <code>{lines ? <HighlightedLines lines={lines} /> : shown}</code>
        </pre>
      </ScrollArea>
      <div className="absolute top-2.5 right-px rounded-md bg-surface-sunken pr-1.75">
        <CopyButton text={copyableCode(code)} label="Copy code" size="sm" onCopied={onCopied} />
      </div>
    </div>
  )
}

function HighlightedLines({ lines }: { lines: CodeToken[][] }) {
  // Lines and runs have no identity of their own and are replaced together when the code changes, so their position is
  // the key.
  return lines.flatMap((tokens, line) => [
    ...tokens.map(({ text, kind }, run) =>
      createElement('span', { key: `${line}:${run}`, className: kind && kindClasses[kind] }, text),
    ),
    line < lines.length - 1 ? '\n' : null,
  ])
}

/** Returns undefined until the highlighter has loaded. Until then, the code is shown as plain text. */
function useHighlightedLines(code: string, language: string): CodeToken[][] | undefined {
  const [highlighted, setHighlighted] = useState<{ code: string; lines: CodeToken[][] | undefined }>()
  useEffect(() => {
    if (code.length > maxHighlightedCharacters) return
    let isCurrent = true
    import('../lib/highlight-code.ts')
      .then(({ highlightCode }) => highlightCode(code, language))
      .then((lines) => isCurrent && setHighlighted({ code, lines }))
      .catch((error: unknown) => console.warn('Code is shown without colors:', error))
    return () => {
      isCurrent = false
    }
  }, [code, language])
  return highlighted?.code === code ? highlighted.lines : undefined
}
