import { rotationOverlapDefault } from '@portal/contract/limits'
import { tokens as tokenCalls } from '@portal/contract/tokens'
import { useKeptState } from '@portal/ui/lib/input-keeper'
import { useState } from 'react'
import { useCall } from '../request/api.ts'
import type { RequestError } from '../request/request-error.ts'
import { type GeneratedToken, takeSecret } from './generated-token.ts'
import { chosenTokens, type EndingToken, type TokenChoices } from './token-move-rules.ts'

interface TokenMovesOptions {
  /** The tokens that stop working unless they are moved. Empty while they are loading. */
  tokens: readonly EndingToken[]
  /** Reloads the tokens after some were moved. */
  onMoved: () => unknown
}

/** Moves tokens to service accounts before their creator loses access. See docs/product/members.md#keeping-tokens-working. */
export function useTokenMoves({ tokens, onMoved }: TokenMovesOptions) {
  const [choices, setChoices] = useKeptState<TokenChoices>('tokens to move', {})
  const [overlap, setOverlap] = useKeptState<string>('overlap of moved tokens', rotationOverlapDefault)
  const [isMoving, setIsMoving] = useState(false)
  const [moved, setMoved] = useState<readonly GeneratedToken[]>([])
  const [failure, setFailure] = useState<{ name: string; error: RequestError }>()
  const move = useCall(tokenCalls.move)
  const chosen = chosenTokens(tokens, choices)

  /** Moves one token after another, and stops at the first failure. The moved ones stay moved. */
  async function run() {
    setIsMoving(true)
    setFailure(undefined)
    const generated: GeneratedToken[] = []
    for (const { token, serviceAccountId } of chosen) {
      const params = { workspaceId: token.workspaceId, tokenId: token.id }
      const outcome = await move.run(
        { params, body: { serviceAccountId, overlap } },
        { keyParts: [token.id] },
      )
      if (!outcome.isOk) {
        // Another dialog explains how to sign in again.
        if (outcome.error.code !== 'FreshSignInRequired')
          setFailure({ name: token.name, error: outcome.error })
        break
      }
      generated.push(takeSecret(outcome.data))
    }
    const movedIds = generated.map(({ authToken }) => [authToken.id, undefined] as const)
    setChoices({ ...choices, ...Object.fromEntries(movedIds) })
    setIsMoving(false)
    setMoved(generated)
    if (generated.length > 0) onMoved()
  }

  return {
    choices,
    choose: (ids: readonly string[], serviceAccountId: string | undefined) =>
      setChoices({ ...choices, ...Object.fromEntries(ids.map((id) => [id, serviceAccountId])) }),
    overlap,
    setOverlap,
    /** The number of tokens that the user chose to move. */
    chosenCount: chosen.length,
    isMoving,
    failure,
    run: () => void run(),
    /** The moved tokens with their new secrets, until the user has closed their dialog. */
    moved,
    forgetMoved: () => setMoved([]),
    /** Why the user can't continue. Undefined if no token waits to be moved. */
    problem: chosen.length > 0 ? 'Move the tokens that you chose first' : undefined,
  }
}
export type TokenMoves = ReturnType<typeof useTokenMoves>
