/** References to the product handbook: `docs/product/<page>.md#<heading>`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileWithText } from './tracked-files.ts'

const referencePattern = /\bdocs\/product\/([a-z-]+)\.md(?:#([a-z0-9-]+))?/g
/** Names of documents that are not part of the repository. In lower case here, so that this file does not contain them either. */
const foreignNames = ['spec', 'rules', 'house'].map((name) => name.toUpperCase())
const foreignPattern = new RegExp(String.raw`\b(?:${foreignNames.join('|')})\b`)

/** Returns the anchors that Markdown renderers generate from the headings of a page. */
function anchorsOf(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** Every reference to the handbook leads to a page and a heading that exist. */
export function handbookReferencesExist(root: string, files: readonly FileWithText[]): string[] {
  const pages = new Map<string, Set<string> | undefined>()
  const anchorsOfPage = (page: string) => {
    const path = join(root, 'docs/product', `${page}.md`)
    if (!pages.has(page))
      pages.set(page, existsSync(path) ? anchorsOf(readFileSync(path, 'utf8')) : undefined)
    return pages.get(page)
  }
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(referencePattern)].flatMap(([reference, page = '', heading]) => {
      const anchors = anchorsOfPage(page)
      const exists = anchors && (heading === undefined || anchors.has(heading))
      return exists ? [] : [`${path}: ${reference} doesn't exist`]
    }),
  )
}

/** Every test file that `docs/security.md` cites exists. A path without a folder of the repository starts in `apps/api/src`. */
export function citedTestsExist(files: readonly FileWithText[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  const text = files.find(({ path }) => path === 'docs/security.md')?.text ?? ''
  return [...text.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`/g)]
    .map(([, cited = '']) => cited)
    .filter((cited) => !paths.has(cited) && !paths.has(`apps/api/src/${cited}`))
    .map((cited) => `docs/security.md: ${cited} doesn't exist`)
}

/** No file cites a document that is missing from the repository. */
export function citationsStayInside(files: readonly FileWithText[]): string[] {
  return files
    .filter(({ path }) => /^(apps|packages|stand-ins|tools|lab|docs|deploy)\/|^[^/]+$/.test(path))
    .filter(({ path }) => !path.startsWith('tools/house-rules'))
    .filter(({ text }) => foreignPattern.test(text))
    .map(({ path }) => `${path}: the file cites a document outside the repository`)
}
