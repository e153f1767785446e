import { rotationOverlapDefault } from '@portal/contract/limits'
import { tokens as tokenCalls } from '@portal/contract/tokens/tokens'
import { useKeptState, useUnsaved } from '@portal/ui/lib/input-keeper'
import { useEffect, useRef, useState } from 'react'
import { RequestError } from '../../lib/request/request-error.ts'
import { useSecretMutation } from '../../lib/request/use-api-mutation.ts'
import { chosenTokens, type EndingToken, type TokenChoices } from './token-move-rules.ts'
import type { GeneratedToken } from './token-queries.ts'

interface TokenMovesOptions {
  /** The tokens that stop working unless they are moved. Empty while they are loading. */
  tokens: readonly EndingToken[]
  /** Reloads the tokens after some were moved, or may have been moved. */
  onMoved: () => unknown
}

/** Moves tokens to service accounts before their creator loses access. See docs/product/members.md#keeping-tokens-working. */
export function useTokenMoves({ tokens, onMoved }: TokenMovesOptions) {
  const [choices, setChoices] = useKeptState<TokenChoices>('tokens to move', {})
  const [overlap, setOverlap] = useKeptState<string>('overlap of moved tokens', rotationOverlapDefault)
  const [isMoving, setIsMoving] = useState(false)
  const [moved, setMoved] = useState<readonly GeneratedToken[]>([])
  const [failure, setFailure] = useState<{ name: string; error: RequestError }>()
  const move = useSecretMutation(tokenCalls.move, (answer) => setMoved((before) => [...before, answer]))
  const chosen = chosenTokens(tokens, choices)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  useUnsaved('tokens being moved', isMoving)

  /**
   * Moves one token after another, and stops at the first failure or when the dialog is gone. The moved ones stay moved. A token
   * whose answer is lost may have been moved too.
   */
  async function run() {
    setIsMoving(true)
    setFailure(undefined)
    const left = { ...choices }
    for (const { token, serviceAccountId } of chosen) {
      if (isGone.current) return
      const params = { workspaceId: token.workspaceId, tokenId: token.id }
      try {
        await move.mutateAsync({ params, body: { serviceAccountId, overlap } })
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        setFailure({ name: token.name, error })
        break
      }
      delete left[token.id]
    }
    setChoices(left)
    setIsMoving(false)
    onMoved()
  }

  function problem(): string | undefined {
    if (isMoving) return 'The tokens are being moved'
    if (moved.length > 0) return 'Copy the new secrets before you continue'
    return chosen.length > 0 ? 'Move the selected tokens before you continue' : undefined
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
    /** The moved tokens with their new secrets, from the last move until the user has closed their dialog. */
    moved: isMoving ? [] : moved,
    forgetMoved: () => setMoved([]),
    /** Why the user can't continue yet. Undefined if no token is selected to be moved. */
    problem: problem(),
  }
}
export type TokenMoves = ReturnType<typeof useTokenMoves>
