import { redirect } from '@tanstack/react-router'
import type { RequestError } from '../../lib/request/request-error.ts'

/** The API's error types for a workspace that the user cannot see. They are shown on a separate page and not logged. */
export const notMemberAnswers = ['NotFound', 'ValidationError'] as const

/** Loads the data of a workspace page. Redirects a user who is not a member. */
export async function loadForMember(reads: Promise<unknown>[]): Promise<void> {
  try {
    await Promise.all(reads)
  } catch (error) {
    const { code } = error as RequestError
    if (code === 'NotFound') throw redirect({ to: '/not-a-member', replace: true })
    if (code === 'ValidationError') {
      throw redirect({ to: '/not-a-member', search: { reason: 'address' }, replace: true })
    }
    throw error
  }
}
