import { Button } from '../buttons/button.tsx'
import { CopyButton } from '../buttons/copy-button.tsx'
import type { RequestStatus } from '../lib/request-status.ts'
import { StatusBox } from './status-box.tsx'

export interface ErrorMessageProps {
  /** Shown only while the request stands at an error. */
  status?: RequestStatus
  /** The message itself, where there is no request status. */
  message?: string
  /** Names the request to support people. */
  requestId?: string
  title?: string
  onRetry?: () => void
  retryLabel?: string
  className?: string
}

/** Says what went wrong, in the words of the server, with the request's id to copy and a way to try again. */
export function ErrorMessage({
  status,
  message = status?.errorMessage,
  requestId = status?.requestId,
  title,
  onRetry,
  retryLabel = 'Try again',
  className,
}: ErrorMessageProps) {
  if (status ? !status.isError : !message) return null
  const retry = onRetry ? (
    <Button size="xs" variant="outline" tone="danger" onPress={onRetry}>
      {retryLabel}
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
