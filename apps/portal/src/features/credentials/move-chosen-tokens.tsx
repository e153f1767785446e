import { Button } from '@portal/ui/buttons/button'
import { Select } from '@portal/ui/fields/select'
import { Failure } from '../../lib/request/failure.tsx'
import { MovedTokensDialog } from './moved-tokens-dialog.tsx'
import { overlapOptions } from './overlap-field.tsx'
import type { TokenMoves } from './use-token-moves.ts'

/** A request without a response may still have moved the token. Rotating the token then creates a new secret. */
function failureTitle({ name, error }: NonNullable<TokenMoves['failure']>): string {
  const isLost = error.status === undefined || error.status >= 500
  if (!isLost) return `“${name}” could not be moved`
  return `“${name}” may have been moved. If it is no longer listed here, rotate it in the API tokens section to get a new secret`
}

/** Moves the chosen tokens and shows their new secrets. Renders nothing while no token is chosen. */
export function MoveChosenTokens({ moves }: { moves: TokenMoves }) {
  const { chosenCount, failure, moved } = moves
  return (
    <>
      {failure && <Failure error={failure.error} title={failureTitle(failure)} />}
      {chosenCount > 0 && (
        <div className="flex flex-wrap items-end justify-between gap-3 rounded-md border border-line bg-surface-sunken p-3">
          <Select
            label="How long the old secrets continue to work"
            size="sm"
            options={overlapOptions}
            value={moves.overlap}
            onChange={(value) => moves.setOverlap(value ?? moves.overlap)}
            isDisabled={moves.isMoving}
            className="w-60"
          />
          <Button size="sm" tone="accent" isLoading={moves.isMoving} onPress={moves.run}>
            {chosenCount === 1 ? 'Move 1 token' : `Move ${chosenCount} tokens`}
          </Button>
        </div>
      )}
      {moved.length > 0 && (
        <MovedTokensDialog moved={moved} overlap={moves.overlap} onClose={moves.forgetMoved} />
      )}
    </>
  )
}
