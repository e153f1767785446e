import type { ErrorComponentProps } from '@tanstack/react-router'
import { env } from '../lib/env.ts'
import { PageError } from './page-error.tsx'
import { PublicFrame } from './public-frame.tsx'

/** In the place of everything when the auth check got no answer: the API is away, and a way to try again. */
export function AuthCheckError(props: ErrorComponentProps) {
  return (
    <PublicFrame>
      <PageError {...props} explanation={`${env.productName} does not answer at the moment.`} />
    </PublicFrame>
  )
}
