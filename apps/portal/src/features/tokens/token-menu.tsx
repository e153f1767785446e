import { type AuthToken, type PauseDuration, tokens } from '@portal/contract/tokens/tokens'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { DropdownMenuItem } from '@portal/ui/menus/dropdown-menu-item'
import { DropdownMenuSection } from '@portal/ui/menus/dropdown-menu-section'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shortName } from '../../lib/layout/short-name.ts'
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import type { GeneratedToken } from './generated-token.ts'
import { MoveTokenDialog } from './move-token-dialog.tsx'
import { RotateTokenDialog } from './rotate-token-dialog.tsx'
import { putToken } from './token-queries.ts'
import { TokenRefusalsDialog } from './token-refusals-dialog.tsx'
import { pauseEnd, previousSecrets } from './token-secrets.tsx'

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
  row: RowFailure
  onRotated: (generated: GeneratedToken) => void
}

/** Rotates, retires, pauses and resumes a token, for members with the right to revoke it. */
export function TokenMenu({ workspaceId, token, now, canMove, row, onRotated }: TokenMenuProps) {
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'rotate' | 'move' | 'refusals'>()
  const params = { workspaceId, tokenId: token.id }
  const label = `Actions for ${token.name}`

  const name = shortName(token.name)

  const showDone = (done: string) => async (answer: { authToken: AuthToken }) => {
    await putToken(queryClient, workspaceId, answer.authToken)
    showToast(done, { tone: 'success' })
  }
  const retire = useApiMutation(tokens.retire, {
    ...row.reports('The old secret was not retired'),
    onSuccess: showDone('The old secret is retired'),
  })
  const pause = useApiMutation(tokens.pause, {
    ...row.reports('The token was not paused'),
    onSuccess: showDone(`“${name}” is paused`),
  })
  const resume = useApiMutation(tokens.resume, {
    ...row.reports('The token was not resumed'),
    onSuccess: showDone(`“${name}” works again`),
  })

  return (
    <>
      <DropdownMenu
        label={label}
        placement="bottom end"
        trigger={
          <IconButton
            icon="dots-horizontal"
            label={label}
            size="xs"
            isLoading={retire.isPending || pause.isPending || resume.isPending}
          />
        }
      >
        <DropdownMenuItem icon="refresh" onAction={() => setDialog('rotate')}>
          Rotate
        </DropdownMenuItem>
        {previousSecrets(token, now).length > 0 && (
          <DropdownMenuItem icon="x-circle" onAction={() => retire.mutate({ params })}>
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
            <DropdownMenuItem icon="play" onAction={() => resume.mutate({ params })}>
              Resume
            </DropdownMenuItem>
          ) : (
            pauses.map(({ duration, label: text }) => (
              <DropdownMenuItem
                key={duration}
                icon="pause"
                onAction={() => pause.mutate({ params, body: { for: duration } })}
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
