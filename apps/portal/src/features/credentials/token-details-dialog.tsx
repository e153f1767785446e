import { tokenClockRefreshMs } from '@portal/contract/limits'
import type { AuthToken } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { Button } from '@portal/ui/buttons/button'
import { ConfirmButton } from '@portal/ui/buttons/confirm-button'
import { StatusBox } from '@portal/ui/feedback/status-box'
import { useNow } from '@portal/ui/lib/use-now'
import { Modal } from '@portal/ui/overlays/modal'
import { Timestamp } from '@portal/ui/text/timestamp'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { StepMarker, type StepState } from '../../lib/layout/step-marker.tsx'
import { queryKeyOf } from '../../lib/request/api-query.ts'
import { Failure } from '../../lib/request/failure.tsx'
import { useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { LastUse } from './token-cells.tsx'
import { putToken } from './token-queries.ts'
import { canBecomeIdle, pauseEnd, rotationOf, rotationPhase, type TokenRotation } from './token-state.ts'
import { useLiveToken } from './use-live-token.ts'

interface TokenDetailsDialogProps {
  workspaceId: string
  token: AuthToken
  /** Whether the user may end the old secret. */
  canEnd: boolean
  onClose: () => void
}

/** What is special about a token, and the steps of its rotation. See docs/product/tokens.md#rotating. */
export function TokenDetailsDialog({ workspaceId, token: known, canEnd, onClose }: TokenDetailsDialogProps) {
  const queryClient = useQueryClient()
  const token = useLiveToken(workspaceId, known)
  const now = useNow({ intervalMs: tokenClockRefreshMs, isRunning: true })
  const retire = useApiMutation(tokens.retire, {
    onSuccess: async ({ authToken }) => {
      await putToken(queryClient, workspaceId, authToken)
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(tokens.mine) })
    },
  })
  // The page's clock may be behind the answer.
  const rotation = retire.isSuccess ? undefined : rotationOf(token, now)
  // The dialog stays open when the rotation ends.
  const [isOfRotation] = useState(rotation !== undefined)
  const pausedUntil = pauseEnd(token, now)
  return (
    <Modal
      title={isOfRotation ? `Rotation of “${token.name}”` : `Details of “${token.name}”`}
      size="lg"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          {/* At the other end, so that the confirmation of the other button doesn't cover it. */}
          <Button className="mr-auto" onPress={onClose}>
            Close
          </Button>
          {canEnd && rotation && (
            <ConfirmButton
              tone="danger"
              variant="outline"
              isLoading={retire.isPending}
              onConfirm={() => retire.mutate({ params: { workspaceId, tokenId: token.id } })}
              confirmDetail={
                rotation.old[0] && <LastUse of={rotation.old[0]} subject="Old secret" hasTooltip={false} />
              }
            >
              End the old secret now
            </ConfirmButton>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {pausedUntil && (
          <StatusBox tone="warning" announce="off">
            This token is paused. Every use is refused. It works again{' '}
            <Timestamp date={pausedUntil} isRelative />.
          </StatusBox>
        )}
        {token.permission === 'manage' && (
          <p>
            It can manage the workspace: change its details, its members and its invitations, and delete it,
            as far as the role of its creator allows.
          </p>
        )}
        {rotation && <RotationSteps rotation={rotation} canEnd={canEnd} now={now} />}
        {isOfRotation && !rotation && (
          <StatusBox tone="success">The old secret no longer works. The rotation is complete.</StatusBox>
        )}
        <Failure error={retire.error} />
      </div>
    </Modal>
  )
}

interface RotationStepsProps {
  rotation: TokenRotation
  /** Whether the user may end the old secret. */
  canEnd: boolean
  now: Date
}

/** The steps of a rotation. Which ones are done follows from the secrets and their last use, so a rotation can be continued at any time. */
function RotationSteps({ rotation, canEnd, now }: RotationStepsProps) {
  const { newest, old } = rotation
  const phase = rotationPhase(rotation, now)
  const isOldUnused = old.every(({ lastUsedAt }) => lastUsedAt === null)
  const steps = [
    { title: 'Create the new secret', text: <Timestamp date={newest.createdAt} hasTooltip={false} /> },
    { title: 'Use the new secret in every program', text: <LastUse of={newest} /> },
    {
      title: 'Wait until no program uses the old secret',
      text: (
        <>
          {old.map((secret) => (
            <span key={`${secret.createdAt} ${secret.retiresAt}`} className="block">
              <LastUse of={secret} />
            </span>
          ))}
          {canEnd && isOldUnused && (
            <span className="block">If no program has the old secret, you can end it now.</span>
          )}
          <span className="block">
            {canBecomeIdle(rotation)
              ? 'This step is done after a day without use since the rotation.'
              : 'The old secret ends before a day without use has passed.'}
          </span>
        </>
      ),
    },
    {
      title: 'End the old secret',
      text: (
        <>
          It works until <Timestamp date={old[0]?.retiresAt ?? ''} size="extended" isMidSentence />. Programs
          that still use it will stop working then.
        </>
      ),
    },
  ]
  const current = { unused: 1, inUse: 2, recent: 2, idle: 3 }[phase]
  return (
    <ol aria-label="Steps of the rotation" className="flex flex-col gap-3">
      {steps.map(({ title, text }, at) => (
        <Step key={title} title={title} number={at + 1} state={stepState(at, current)}>
          {text}
        </Step>
      ))}
    </ol>
  )
}

function stepState(at: number, current: number): StepState {
  if (at < current) return 'done'
  return at === current ? 'current' : 'open'
}

interface StepProps {
  title: string
  number: number
  state: StepState
  children: ReactNode
}

function Step({ title, number, state, children }: StepProps) {
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="flex items-start gap-3">
      <StepMarker number={number} state={state} />
      <div className="flex min-w-0 flex-col pt-0.5">
        <span className="font-medium">
          {title}
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </span>
        <span className="text-content-muted text-sm wrap-anywhere">{children}</span>
      </div>
    </li>
  )
}
