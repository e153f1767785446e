import { sessions } from '@portal/contract/sessions/sessions'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useUser } from '../../lib/guard/session.ts'
import { ListPending } from '../../lib/layout/list-pending.tsx'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { IdentityList, identitiesQuery } from './identity-list.tsx'
import { SessionList, sessionsQuery } from './session-list.tsx'

interface PartProps {
  title: string
  intro: string
  actions?: ReactNode
  children: ReactNode
}

function Part({ title, intro, actions, children }: PartProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="font-semibold text-lg">{title}</h2>
          <p className="text-content-muted text-sm">{intro}</p>
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}

/** The Security section of the account. See docs/product/sessions.md#where-a-user-is-signed-in. */
export function SecuritySection() {
  const { id: userId } = useUser()
  const list = useQuery(sessionsQuery(userId))
  const identities = useQuery(identitiesQuery(userId))
  const queryClient = useQueryClient()
  const endOthers = useApiMutation(sessions.endOthers, {
    onSuccess: ({ endedCount }) => {
      queryClient.setQueryData(sessionsQuery(userId).queryKey, (known) =>
        known?.filter(({ isCurrent }) => isCurrent),
      )
      showToast(endedCount === 1 ? 'Signed out 1 session' : `Signed out ${endedCount} sessions`, {
        tone: 'success',
      })
      void list.refetch()
    },
  })
  const hasOthers = list.data?.some(({ isCurrent }) => !isCurrent) ?? false

  return (
    <div className="flex min-w-0 flex-col gap-10">
      <Part
        title="Where you are signed in"
        intro="Devices signed in to your account. Sign out any you don't recognize."
        actions={
          hasOthers && (
            <ConfirmButton
              size="sm"
              icon="log-out"
              onConfirm={() => endOthers.mutate({ params: { userId } })}
              requestStatus={endOthers}
            >
              Sign out all other sessions
            </ConfirmButton>
          )
        }
      >
        <Failure error={endOthers.error} />
        {list.data && <SessionList userId={userId} sessions={list.data} />}
        {list.isPending && <ListPending label="Loading sessions..." />}
        {list.isError && !list.data && <Failure error={list.error} retry={() => void list.refetch()} />}
      </Part>
      <Part title="Ways to sign in" intro="Remove any that you don't recognize. At least one must remain.">
        {identities.data && <IdentityList userId={userId} identities={identities.data} />}
        {identities.isPending && <ListPending label="Loading sign-in methods..." />}
        {identities.isError && !identities.data && (
          <Failure error={identities.error} retry={() => void identities.refetch()} />
        )}
      </Part>
    </div>
  )
}
