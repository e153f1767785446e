/** Compares two versions of the documents, paragraph by paragraph and word by word. */
import { diffArrays, diffWordsWithSpace } from 'diff'
import type { LegalDocument } from './legal-documents.ts'

export interface TextPiece {
  text: string
  isChanged: boolean
}

/** One table row: a paragraph before and after. One side is empty if the paragraph was added or removed. */
export interface ParagraphChange {
  /** The React key of the row. */
  id: string
  /** The heading of the section that contains the paragraph. */
  heading: string
  before: TextPiece[]
  after: TextPiece[]
}

interface DocumentDifference {
  slug: string
  title: string
  changes: ParagraphChange[]
}

/** Paragraphs that share fewer words than this count as one removed and one added, not as one changed. */
const leastSharedWords = 0.4

/** The line below the header of a table. */
const tableRule = /^[|:\s-]+$/

/** Returns the paragraphs, headings, list items and table rows, each as one line of plain text. */
export function paragraphsOf(markdown: string): string[] {
  return markdown
    .split(/\r?\n(?=\s*(?:[-*]|\d+\.)\s|\s*\|)|\r?\n\s*\r?\n/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '' && !tableRule.test(block))
}

/** Separates the cells of a table row with colons, because the comparison shows it as a sentence. */
function withoutBars(paragraph: string): string {
  if (!paragraph.startsWith('|')) return paragraph
  const cells = paragraph.split('|').map((cell) => cell.trim())
  return cells.filter(Boolean).join(': ')
}

function plain(paragraph: string): string {
  return withoutBars(paragraph)
    .replace(/^#+ |^[-*] /, '')
    .replace(/\*\*([^*]*)\*\*/g, '$1')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`([^`]*)`/g, '$1')
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))

function isSameParagraph(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const shared = [...words].filter((word) => others.has(word)).length
  return shared / Math.max(words.size, others.size, 1) >= leastSharedWords
}

const whole = (text: string): TextPiece[] => (text === '' ? [] : [{ text, isChanged: true }])

/** Merges changed words that are separated only by spaces into one change. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const result: TextPiece[] = []
  for (const [index, { text, isChanged }] of pieces.entries()) {
    const isBetween = text.trim() === '' && result.at(-1)?.isChanged && pieces[index + 1]?.isChanged
    const last = result.at(-1)
    if (last?.isChanged && (isChanged || isBetween)) last.text += text
    else result.push({ text, isChanged })
  }
  return result
}

function compareWords(before: string, after: string): Pick<ParagraphChange, 'before' | 'after'> {
  if (before === '' || after === '') return { before: whole(before), after: whole(after) }
  const parts = diffWordsWithSpace(before, after)
  const side = (isLeftOut: 'added' | 'removed') =>
    joined(
      parts
        .filter((part) => !part[isLeftOut])
        .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed })),
    )
  return { before: side('added'), after: side('removed') }
}

/** Pairs removed paragraphs with the paragraphs that replaced them, in document order. */
function pair(removed: readonly string[], added: readonly string[]): [string, string][] {
  const rows: [string, string][] = []
  let next = 0
  for (const before of removed) {
    const match = added.findIndex((after, index) => index >= next && isSameParagraph(before, after))
    if (match === -1) {
      rows.push([before, ''])
      continue
    }
    for (const after of added.slice(next, match)) rows.push(['', after])
    rows.push([before, added[match] ?? ''])
    next = match + 1
  }
  for (const after of added.slice(next)) rows.push(['', after])
  return rows
}

function changesBetween(before: string, after: string): ParagraphChange[] {
  const changes: ParagraphChange[] = []
  let heading = ''
  let removed: string[] = []
  const add = (added: readonly string[]) => {
    for (const [old, fresh] of pair(removed, added)) {
      if (fresh.startsWith('#') || (fresh === '' && old.startsWith('#'))) heading = plain(fresh || old)
      changes.push({ id: `change-${changes.length}`, heading, ...compareWords(plain(old), plain(fresh)) })
    }
    removed = []
  }
  for (const run of diffArrays(paragraphsOf(before), paragraphsOf(after))) {
    if (run.removed) removed = run.value
    else if (run.added) add(run.value)
    else {
      add([])
      heading = plain(run.value.findLast((paragraph) => paragraph.startsWith('#')) ?? heading)
    }
  }
  add([])
  return changes
}

/** Returns every document of either version, starting with those of the newer version in its order. */
export function compareDocuments(
  before: readonly LegalDocument[],
  after: readonly LegalDocument[],
): DocumentDifference[] {
  const isNew = ({ slug }: LegalDocument) => !after.some((document) => document.slug === slug)
  return [...after, ...before.filter(isNew)].map(({ slug, title }) => {
    const textIn = (documents: readonly LegalDocument[]) =>
      documents.find((document) => document.slug === slug)?.text ?? ''
    return { slug, title, changes: changesBetween(textIn(before), textIn(after)) }
  })
}
