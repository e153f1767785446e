import { type AuthToken, type PauseDuration, tokens } from '@portal/contract/tokens'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { DropdownMenuItem } from '@portal/ui/menus/dropdown-menu-item'
import { DropdownMenuSection } from '@portal/ui/menus/dropdown-menu-section'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../lib/request/calls.ts'
import { errorTitle } from '../../lib/request/error-messages.ts'
import type { RequestError } from '../../lib/request/request-error.ts'
import type { GeneratedToken } from './generated-token.ts'
import { MoveTokenDialog } from './move-token-dialog.tsx'
import { RotateTokenDialog } from './rotate-token-dialog.tsx'
import { putToken } from './token-queries.ts'
import { TokenRefusalsDialog } from './token-refusals-dialog.tsx'
import { pauseEnd, previousSecrets } from './token-secret-state.ts'

const pauses: { duration: PauseDuration; label: string }[] = [
  { duration: '15m', label: 'Pause for 15 minutes' },
  { duration: '1h', label: 'Pause for 1 hour' },
  { duration: '1d', label: 'Pause for 1 day' },
]

export interface TokenMenuProps {
  workspaceId: string
  token: AuthToken
  now: Date
  /** Whether the user may move the token to a service account. */
  canMove: boolean
  onRotated: (generated: GeneratedToken) => void
}

type Outcome = { isOk: true; data: { authToken: AuthToken } } | { isOk: false; error: RequestError }

/** Rotates, retires, pauses and resumes a token, for members with the right to revoke it. */
export function TokenMenu({ workspaceId, token, now, canMove, onRotated }: TokenMenuProps) {
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'rotate' | 'move' | 'refusals'>()
  const retire = useCall(tokens.retire)
  const pause = useCall(tokens.pause)
  const resume = useCall(tokens.resume)
  const params = { workspaceId, tokenId: token.id }
  const label = `Actions for ${token.name}`

  async function show(outcome: Outcome, done: string) {
    if (!outcome.isOk) {
      showToast(errorTitle(outcome.error), { tone: 'danger' })
      return
    }
    await putToken(queryClient, workspaceId, outcome.data.authToken)
    showToast(done, { tone: 'success' })
  }

  return (
    <>
      <DropdownMenu label={label} trigger={<IconButton icon="dots-horizontal" label={label} size="xs" />}>
        <DropdownMenuItem icon="refresh" onAction={() => setDialog('rotate')}>
          Rotate
        </DropdownMenuItem>
        {previousSecrets(token, now).length > 0 && (
          <DropdownMenuItem
            icon="x-circle"
            onAction={() =>
              void retire.run({ params }).then((outcome) => show(outcome, 'The old secret is retired'))
            }
          >
            Retire the old secret now
          </DropdownMenuItem>
        )}
        {canMove && (
          <DropdownMenuItem icon="terminal" onAction={() => setDialog('move')}>
            Move to a service account
          </DropdownMenuItem>
        )}
        <DropdownMenuSection label="Find out what breaks" hasLine>
          {pauseEnd(token, now) ? (
            <DropdownMenuItem
              icon="play"
              onAction={() =>
                void resume.run({ params }).then((outcome) => show(outcome, `“${token.name}” works again`))
              }
            >
              Resume
            </DropdownMenuItem>
          ) : (
            pauses.map(({ duration, label: text }) => (
              <DropdownMenuItem
                key={duration}
                icon="pause"
                onAction={() =>
                  void pause
                    .run({ params, body: { for: duration } })
                    .then((outcome) => show(outcome, `“${token.name}” is paused`))
                }
              >
                {text}
              </DropdownMenuItem>
            ))
          )}
          <DropdownMenuItem icon="list" onAction={() => setDialog('refusals')}>
            Refused uses
          </DropdownMenuItem>
        </DropdownMenuSection>
      </DropdownMenu>
      {dialog === 'rotate' && (
        <RotateTokenDialog
          workspaceId={workspaceId}
          token={token}
          onRotated={onRotated}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'move' && (
        <MoveTokenDialog
          workspaceId={workspaceId}
          token={token}
          onMoved={onRotated}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'refusals' && (
        <TokenRefusalsDialog workspaceId={workspaceId} token={token} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}
