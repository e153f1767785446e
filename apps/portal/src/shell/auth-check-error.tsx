import type { ErrorComponentProps } from '@tanstack/react-router'
import { RequestError } from '../lib/request/request-error.ts'
import { PageError } from './page-error.tsx'
import { PublicFrame } from './public-frame.tsx'

/** In the place of a page that needs the user, where the auth check failed: the way to try again, and the links of the frame. */
export function AuthCheckError(props: ErrorComponentProps) {
  // What else reaches the root is a fault of the page itself.
  const explanation =
    props.error instanceof RequestError ? "We couldn't check whether you're signed in." : undefined
  return (
    <PublicFrame>
      <PageError {...props} explanation={explanation} />
    </PublicFrame>
  )
}
