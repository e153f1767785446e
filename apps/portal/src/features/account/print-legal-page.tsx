import { RichTextContent } from '@portal/ui/text/rich-text-content'
import { useEffect } from 'react'
import { env } from '../../lib/env.ts'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { type LegalDocument, versionDate } from './legal-documents.ts'
import '../../lib/styles.css'

/** One document for printing: always in the light theme, and opens the print dialog once the fonts are loaded. */
export function PrintLegalPage({ document: legal, version }: { document: LegalDocument; version: string }) {
  const title = `${env.productName} ${legal.title} ${version}`
  useEffect(() => {
    document.title = title
    let isGone = false
    void document.fonts.ready.then(() => {
      if (!isGone) browserNavigation.print()
    })
    return () => {
      isGone = true
    }
  }, [title])
  return (
    <main data-theme="light" className="min-h-dvh bg-surface-raised text-content">
      <article className="mx-auto max-w-[44rem] px-8 py-12 print:max-w-none print:p-0">
        <h1 className="mb-1 font-semibold text-2xl">{legal.title}</h1>
        <p className="mb-6 text-content-muted text-sm">
          {env.productName}, version dated {versionDate(version)}
        </p>
        <RichTextContent text={legal.text} headingOffset={0} />
      </article>
    </main>
  )
}
