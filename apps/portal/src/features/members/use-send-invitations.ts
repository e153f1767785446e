import { type Member, members } from '@portal/contract/members'
import type { WorkspaceRole } from '@portal/contract/permissions'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toRequestError } from '../../lib/request/request-error.ts'
import { request } from '../../lib/request/request-layer.ts'
import { concernsOneAddress } from './bulk-invite-rules.ts'
import { useMembershipCache } from './member-queries.ts'

/** The result of one address: sent, or the reason why it was not. */
export type SendResult = { isSent: true } | { isSent: false; reason: string }

interface Sending {
  emails: readonly string[]
  role: WorkspaceRole
}

/**
 * Sends invitations one after another. A refusal that concerns one address doesn't keep the others from being sent. After any
 * other failure, and when the user leaves the page, it stops, and the remaining addresses have no result.
 */
export function useSendInvitations(workspaceId: string) {
  const cache = useMembershipCache(workspaceId)
  const [results, setResults] = useState<ReadonlyMap<string, SendResult>>(new Map())
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )

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
          const error = toRequestError(cause)
          put(email, { isSent: false, reason: error.message })
          if (!concernsOneAddress(error)) break
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
