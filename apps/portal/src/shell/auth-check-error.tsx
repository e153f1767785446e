import type { ErrorComponentProps } from '@tanstack/react-router'
import { RequestError } from '../lib/request/request-error.ts'
import { PageError } from './page-error.tsx'
import { PublicFrame } from './public-frame.tsx'

/** Replaces a page that needs the user if the auth check failed, with a retry button. */
export function AuthCheckError(props: ErrorComponentProps) {
  // Any other error that reaches the root is a bug in the page.
  const explanation =
    props.error instanceof RequestError ? "We couldn't check whether you're signed in." : undefined
  return (
    <PublicFrame>
      <PageError {...props} explanation={explanation} />
    </PublicFrame>
  )
}
