import { ErrorMessage } from '@portal/ui/feedback/error-message'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { outdatedMessage, useIsOutdated } from './connection.ts'
import { errorTexts } from './error-messages.ts'
import { RequestError } from './request-error.ts'

/** A part of the page that an outage keeps from loading. */
interface Outage {
  retry: () => void
}

let outages: readonly Outage[] = []
const listeners = new Set<() => void>()

function setOutages(next: readonly Outage[]): void {
  outages = next
  for (const listener of listeners) listener()
}

function watchOutages(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the service as a whole failed, so that other parts of the page fail for the same reason. */
export function isOutage(error: unknown): error is RequestError {
  return error instanceof RequestError && (error.status === undefined || error.status >= 502)
}

/** Registers an outage. Returns whether it is the one that the page reports. */
function useReportedOutage(isRegistered: boolean, retry: () => void): boolean {
  const own = useRef<Outage>({ retry })
  useEffect(() => {
    own.current.retry = retry
  })
  useLayoutEffect(() => {
    if (!isRegistered) return undefined
    const outage = own.current
    setOutages([...outages, outage])
    return () => setOutages(outages.filter((other) => other !== outage))
  }, [isRegistered])
  const reported = useSyncExternalStore(watchOutages, () => outages[0])
  return reported === own.current
}

/** Shown instead of a part that failed to load while a notice elsewhere on the page says why. */
export function NotLoaded() {
  return <p className="text-content-muted text-sm">Not loaded.</p>
}

/** What failed, and why. */
export interface ShownFailure {
  title: string
  error: RequestError
}

export interface FailureProps {
  error?: unknown
  /** What failed. Defaults to a heading for the type of the error. */
  title?: string
  /** For a part of the page that failed to load. */
  retry?: () => void
  /** The form shows refused values itself, at their fields. */
  isInForm?: boolean
  className?: string
}

/**
 * Shows why a request failed, and nothing without an error. During an outage, only the first part of the page that failed to load
 * explains it, and its button retries all of them. A failure with its own title is always explained. One that only says that the
 * user is offline disappears when the connection is back. See docs/product/interface.md#states.
 */
export function Failure({ error, title, retry, isInForm = false, className }: FailureProps) {
  const isPartOfOutage = retry !== undefined && title === undefined && isOutage(error)
  const isReported = useReportedOutage(isPartOfOutage, retry ?? (() => {}))
  const isOutdated = useIsOutdated(error)
  if (!error || (isOutdated && !title && !retry)) return null
  if (error instanceof RequestError) {
    // A dialog already asks for the sign-in.
    if (error.code === 'FreshSignInRequired') return null
    if (isInForm && error.issues.length > 0) return null
  }
  const texts = {
    ...errorTexts(error),
    ...(title && { title }),
    ...(isOutdated && { message: outdatedMessage }),
  }
  if (!isPartOfOutage) return <ErrorMessage {...texts} onRetry={retry} className={className} />
  if (!isReported) return <NotLoaded />
  const retryAll = () => {
    for (const outage of outages) outage.retry()
  }
  return <ErrorMessage {...texts} onRetry={retryAll} className={className} />
}
