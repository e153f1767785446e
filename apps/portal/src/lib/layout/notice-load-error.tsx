import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { errorTexts } from '../request/error-messages.ts'
import { NoticePage } from './notice-page.tsx'

export interface NoticeLoadErrorProps {
  error: unknown
  tabTitle: string
  onRetry: () => void
}

/** Explains why the content of a notice page was not loaded, with a button to try again. */
export function NoticeLoadError({ error, tabTitle, onRetry }: NoticeLoadErrorProps) {
  const { title, ...texts } = errorTexts(error)
  return (
    <NoticePage title={title} tabTitle={tabTitle}>
      <ErrorMessage {...texts} onRetry={onRetry} className="text-left" />
    </NoticePage>
  )
}
