import { type Member, members } from '@portal/contract/members/members'
import type { WorkspaceRole } from '@portal/contract/members/roles'
import { useEffect, useRef, useState } from 'react'
import { toRequestError } from '../../lib/request/request-error.ts'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { concernsOneAddress } from './bulk-invite-rules.ts'
import { useMembershipCache } from './member-queries.ts'

/** The result of one address: sent, or the reason why it was not. */
export type SendResult = { isSent: true } | { isSent: false; reason: string }

/**
 * Sends invitations one after another. A refusal that concerns one address doesn't keep the others from being sent. After any
 * other failure, and when the user leaves the page, it stops, and the remaining addresses have no result.
 */
export function useSendInvitations(workspaceId: string) {
  const cache = useMembershipCache(workspaceId)
  const [results, setResults] = useState<ReadonlyMap<string, SendResult>>(new Map())
  const [isSending, setIsSending] = useState(false)
  const invite = useApiMutation(members.invite)
  const isStopped = useRef(false)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )

  async function send(emails: readonly string[], role: WorkspaceRole) {
    isStopped.current = false
    setIsSending(true)
    let latest: Member[] | undefined
    for (const email of emails) {
      if (isStopped.current) break
      try {
        latest = await invite.mutateAsync({ params: { workspaceId }, body: { email, role } })
        put(email, { isSent: true })
      } catch (cause) {
        const error = toRequestError(cause)
        put(email, { isSent: false, reason: error.message })
        if (!concernsOneAddress(error)) break
      }
    }
    setIsSending(false)
    if (latest) cache.setMembers(latest)
  }

  function put(email: string, result: SendResult) {
    setResults((known) => new Map(known).set(email, result))
  }

  return {
    results,
    isSending,
    send: (emails: readonly string[], role: WorkspaceRole) => void send(emails, role),
    /** Stops after the invitation that is being sent. */
    stop: () => {
      isStopped.current = true
    },
  }
}
