import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '../../lib/layout/page.tsx'
import { type LegalVersion, versionDate } from './legal-documents.ts'
import { LegalLayout } from './legal-layout.tsx'
import '../../lib/styles.css'

/** How long the layout may still change. The document is kept in place until then, or until the user scrolls. */
const settlingMs = 2_000

/** Scrolls to a document, and repeats that while the content above it is still growing. */
function useScrollToDocument(slug: string | undefined): void {
  useEffect(() => {
    const target = slug === undefined ? null : document.getElementById(slug)
    if (!target) return
    const scroll = () => target.scrollIntoView({ block: 'start' })
    const observer = new ResizeObserver(scroll)
    const stop = () => observer.disconnect()
    scroll()
    observer.observe(document.body)
    const timer = setTimeout(stop, settlingMs)
    const inputEvents = ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const
    for (const type of inputEvents) window.addEventListener(type, stop, { passive: true })
    return () => {
      stop()
      clearTimeout(timer)
      for (const type of inputEvents) window.removeEventListener(type, stop)
    }
  }, [slug])
}

/** The public page of the documents in force. `slug` names the document to scroll to. */
export function LegalPage({ version, documents, slug }: LegalVersion & { slug?: string }) {
  const navigate = useNavigate()
  useScrollToDocument(slug)
  const pick = (docSlug: string) => {
    if (docSlug === slug) document.getElementById(slug)?.scrollIntoView()
    else void navigate({ to: '/legal/{-$docSlug}', params: { docSlug }, resetScroll: false })
  }
  return (
    <Page title="Legal" intro={`Version dated ${versionDate(version)}.`}>
      <LegalLayout
        version={version}
        documents={documents}
        hrefOf={(docSlug) => `/legal/${docSlug}`}
        onPick={pick}
      />
    </Page>
  )
}
