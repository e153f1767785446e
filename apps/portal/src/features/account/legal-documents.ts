/** The legal documents: Markdown in one folder per version, loaded only when shown. See docs/product/legal.md#documents. */
import { loadRichText } from '@portal/ui/text/rich-text'
import { env } from '../../lib/env.ts'

export interface LegalDocument {
  slug: string
  /** The file name, such as `1-tos`. The previous portal used it as the slug in its URLs. */
  fileName: string
  title: string
  /** Markdown, without the front matter. */
  text: string
}

export interface LegalVersion {
  version: string
  documents: LegalDocument[]
}

const files = import.meta.glob<string>('../../../../../legal/*/*.md', { query: '?raw', import: 'default' })

interface FileAddress {
  version: string
  order: number
  path: string
}

const addresses: FileAddress[] = Object.keys(files).flatMap((path) => {
  const match = /\/(\d{4}-\d{2}-\d{2})\/(\d+)-[^/]+\.md$/.exec(path)
  return match?.[1] && match[2] ? [{ version: match[1], order: Number(match[2]), path }] : []
})

/** All versions, newest first. */
export const legalVersions: readonly string[] = [...new Set(addresses.map(({ version }) => version))]
  .sort()
  .reverse()

/** Parses the title, slug and text. Throws if the front matter has no title or slug. */
export function parseDocument(source: string, path: string): LegalDocument {
  const match = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(source)
  const fields = new Map(
    (match?.[1] ?? '').split(/\r?\n/).map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
    }),
  )
  const title = fields.get('title')
  const slug = fields.get('slug')
  if (!match || !title || !slug) throw new Error(`${path} has no title or slug in its front matter`)
  const fileName = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  return { title, slug, fileName, text: match[2] ?? '' }
}

/**
 * Returns all documents of a version in order, or an empty list for an unknown version. Loads the Markdown parser with them,
 * because texts that replace skeletons one by one would shift the page.
 */
export async function loadDocuments(version: string): Promise<LegalDocument[]> {
  const wanted = addresses
    .filter((address) => address.version === version)
    .sort((one, other) => one.order - other.order)
  const documents = wanted.map(async ({ path }) => parseDocument((await files[path]?.()) ?? '', path))
  const [loaded] = await Promise.all([Promise.all(documents), loadRichText()])
  return loaded
}

/** Loads the configured version, or the newest by name. */
export async function loadDocumentsInForce(): Promise<LegalVersion> {
  const version = env.termsVersion || (legalVersions[0] ?? '')
  return { version, documents: await loadDocuments(version) }
}

/** Finds a document by `tos` or `1-tos`. */
export function findDocument(
  documents: readonly LegalDocument[],
  docSlug: string | undefined,
): LegalDocument | undefined {
  return documents.find(({ slug, fileName }) => slug === docSlug || fileName === docSlug)
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a version named `2024-09-25` as "September 25, 2024". Any other name is returned unchanged. */
export function versionDate(version: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(version) ? new Date(version) : undefined
  return date && !Number.isNaN(date.getTime()) ? longDate.format(date) : version
}
