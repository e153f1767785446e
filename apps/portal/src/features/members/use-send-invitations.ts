import { type Member, members } from '@portal/contract/members'
import type { WorkspaceRole } from '@portal/contract/permissions'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toRequestError } from '../../lib/request/request-error.ts'
import { request } from '../../lib/request/request-layer.ts'
import { useMembershipCache } from './member-queries.ts'

/** The result of one address: sent, or the reason why it was not. */
export type SendResult = { isSent: true } | { isSent: false; reason: string }

/** Refusals that every other invitation would get, too. */
const commonRefusals = [
  'TooManyRequests',
  'NotAllowed',
  'NotFound',
  'NotSignedIn',
  'SessionEnded',
  'WorkspaceQuarantined',
]

interface Sending {
  emails: readonly string[]
  role: WorkspaceRole
}

/**
 * Sends invitations one after another. An address that fails doesn't keep the others from being sent. After a refusal that every
 * address would get, it stops, and the remaining addresses have no result.
 */
export function useSendInvitations(workspaceId: string) {
  const cache = useMembershipCache(workspaceId)
  const [results, setResults] = useState<ReadonlyMap<string, SendResult>>(new Map())
  const isStopped = useRef(false)

  const sending = useMutation({
    gcTime: 0,
    mutationFn: async ({ emails, role }: Sending) => {
      isStopped.current = false
      let latest: Member[] | undefined
      for (const email of emails) {
        if (isStopped.current) break
        const input = { params: { workspaceId }, body: { email, role } }
        try {
          latest = await request(members.invite, input, { keyParts: [workspaceId, email] })
          put(email, { isSent: true })
        } catch (cause) {
          const { code, message } = toRequestError(cause)
          put(email, { isSent: false, reason: message })
          if (commonRefusals.some((type) => type === code)) break
        }
      }
      return latest
    },
    onSuccess: (latest) => {
      if (latest) cache.setMembers(latest)
    },
  })

  function put(email: string, result: SendResult) {
    setResults((known) => new Map(known).set(email, result))
  }

  return {
    results,
    isSending: sending.isPending,
    send: (emails: readonly string[], role: WorkspaceRole) => sending.mutate({ emails, role }),
    /** Stops after the invitation that is being sent. */
    stop: () => {
      isStopped.current = true
    },
  }
}
