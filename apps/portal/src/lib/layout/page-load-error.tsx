import type { ErrorComponentProps } from '@tanstack/react-router'
import { Page, type PageProps } from './page.tsx'
import { SectionLoadError } from './section-load-error.tsx'

type PageLoadErrorProps = Omit<ErrorComponentProps, 'info'> &
  Pick<PageProps, 'title' | 'tabTitle' | 'intro' | 'width'>

/** A page that failed to load, with its heading, the message, the request id and a retry button. */
export function PageLoadError({ error, reset, ...page }: PageLoadErrorProps) {
  return (
    <Page {...page}>
      <SectionLoadError error={error} reset={reset} />
    </Page>
  )
}
