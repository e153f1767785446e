import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import type { RequestStatus } from '../lib/request-status.ts'
import { StatusBox } from './status-box.tsx'

export interface ErrorMessageProps {
  /** The message is shown only while this request has failed. */
  status?: RequestStatus
  /** The message, for use without a request status. */
  message?: string
  /** The ID that identifies the request to support staff. */
  requestId?: string
  title?: string
  onRetry?: () => void
  className?: string
}

/** Shows what went wrong in the server's words, with the request ID to copy and a button to try again. */
export function ErrorMessage({
  status,
  message = status?.errorMessage,
  requestId = status?.requestId,
  title,
  onRetry,
  className,
}: ErrorMessageProps) {
  if (status ? !status.isError : !message) return null
  const retry = onRetry ? (
    <Button size="xs" variant="outline" tone="danger" onPress={onRetry}>
      Try again
    </Button>
  ) : null
  return (
    <StatusBox tone="danger" title={title} actions={retry} className={className}>
      <div>{message || 'Something went wrong.'}</div>
      {requestId ? (
        <div className="mt-1 flex min-w-0 items-center gap-1 text-xs">
          <span className="shrink-0">Request</span>
          <code className="truncate font-mono">{requestId}</code>
          <CopyButton text={requestId} label="Copy request id" size="xs" />
        </div>
      ) : null}
    </StatusBox>
  )
}
