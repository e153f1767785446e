import { createElement, useEffect, useState } from 'react'
import { CopyButton } from '../buttons/copy-button.tsx'
import { ScrollArea } from '../layout/scroll-area.tsx'
import { maxHighlightedCharacters, resolveCodeLanguage } from '../lib/code-language.ts'
import { copyableCode } from '../lib/copyable-code.ts'
import type { CodeToken, CodeTokenKind } from '../lib/highlight-code.ts'

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
  className?: string
}

/** A block of code with a copy button. It is highlighted once the highlighter has loaded. */
export function CodeBlock({ code, language, className = '' }: CodeBlockProps) {
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
        <CopyButton text={copyableCode(code)} label="Copy code" size="sm" />
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

/**
 * Returns undefined until the highlighter has loaded from its separate chunk. Until then, the code is shown as plain
 * text.
 */
function useHighlightedLines(code: string, languageName: string | undefined): CodeToken[][] | undefined {
  const [highlighted, setHighlighted] = useState<{ code: string; lines: CodeToken[][] }>()
  const language = code.length > maxHighlightedCharacters ? undefined : resolveCodeLanguage(languageName)
  useEffect(() => {
    if (!language) return
    let isCurrent = true
    import('../lib/highlight-code.ts')
      .then(({ highlightCode }) => highlightCode(code, language))
      .then((lines) => {
        if (isCurrent) setHighlighted({ code, lines })
      })
      .catch((error: unknown) => console.warn('Code is shown without colors:', error))
    return () => {
      isCurrent = false
    }
  }, [code, language])
  return language && highlighted?.code === code ? highlighted.lines : undefined
}
