import type { AuthToken, PauseDuration } from '@portal/contract/tokens/token-schemas'
import { tokens } from '@portal/contract/tokens/tokens'
import { IconButton } from '@portal/ui/buttons/icon-button'
import { showToast } from '@portal/ui/lib/toast-queue'
import { DropdownMenu } from '@portal/ui/menus/dropdown-menu'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { copyIdItem } from '../../lib/layout/copy-item.ts'
import { shortName } from '../../lib/layout/short-name.ts'
import { type RowFailure, useApiMutation } from '../../lib/request/use-api-mutation.ts'
import { MoveTokenDialog, RotateTokenDialog } from './token-dialogs.tsx'
import { type GeneratedToken, putToken } from './token-queries.ts'
import { TokenRefusalsDialog } from './token-refusals-dialog.tsx'
import { pauseEnd, rotationOf } from './token-state.ts'

const pauses: [PauseDuration, string][] = [
  ['15m', 'Pause for 15 minutes'],
  ['1h', 'Pause for 1 hour'],
  ['1d', 'Pause for 1 day'],
]

interface TokenMenuProps {
  workspaceId: string
  token: AuthToken
  now: Date
  /** Whether the user may move the token to a service account. */
  canMove: boolean
  row: RowFailure
  /** Shows the details of the token, with the steps of its rotation. */
  onDetails: () => void
  onGenerated: (generated: GeneratedToken) => void
}

/** Rotates, moves, pauses and resumes a token, for members with the right to revoke it. */
export function TokenMenu({ workspaceId, token, now, canMove, row, onDetails, onGenerated }: TokenMenuProps) {
  const queryClient = useQueryClient()
  const [dialog, setDialog] = useState<'rotate' | 'move' | 'refusals'>()
  const params = { workspaceId, tokenId: token.id }
  const name = shortName(token.name)
  const dialogProps = { workspaceId, token, onClose: () => setDialog(undefined) }

  const showDone = (done: string) => async (answer: { authToken: AuthToken }) => {
    await putToken(queryClient, workspaceId, answer.authToken)
    showToast(done, { tone: 'success' })
  }
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
        trigger={
          <IconButton
            icon="dots-horizontal"
            label={`Actions for ${token.name}`}
            size="xs"
            isLoading={pause.isPending || resume.isPending}
          />
        }
        items={[
          rotationOf(token, now) !== undefined && {
            label: 'Continue the rotation',
            icon: 'list',
            onAction: onDetails,
          },
          { label: 'Rotate', icon: 'refresh', onAction: () => setDialog('rotate') },
          canMove && {
            label: 'Move to a service account',
            icon: 'terminal',
            onAction: () => setDialog('move'),
          },
          copyIdItem(token.id),
          {
            section: 'Find out what breaks',
            items: [
              ...(pauseEnd(token, now)
                ? [{ label: 'Resume', icon: 'play' as const, onAction: () => resume.mutate({ params }) }]
                : pauses.map(([duration, label]) => ({
                    label,
                    icon: 'pause' as const,
                    onAction: () => pause.mutate({ params, body: { for: duration } }),
                  }))),
              { label: 'Uses refused while paused', icon: 'list', onAction: () => setDialog('refusals') },
            ],
          },
        ]}
      />
      {dialog === 'rotate' && <RotateTokenDialog {...dialogProps} onGenerated={onGenerated} />}
      {dialog === 'move' && <MoveTokenDialog {...dialogProps} onGenerated={onGenerated} />}
      {dialog === 'refusals' && <TokenRefusalsDialog {...dialogProps} />}
    </>
  )
}
