import { type RefObject, use, useEffect, useState } from 'react'
import { fieldValues } from '../lib/changed-values.ts'
import { InputKeeperContext } from '../lib/input-keeper.ts'
import type { FormHandle } from './form-handle.tsx'

interface KeptInputOptions {
  /** A form without a label is not kept. */
  label: string | undefined
  typedValues: object | undefined
  isSending: RefObject<boolean>
}

/** Keeps what the user has typed when the browser leaves the page. Fills in the kept values first, or else the given ones. */
export function useKeptInput(handle: FormHandle, { label, typedValues, isSending }: KeptInputOptions): void {
  const keeper = use(InputKeeperContext)
  const keptKey = label === undefined ? undefined : `form ${label}`
  const [firstTyped] = useState(
    () => (keptKey === undefined ? undefined : (keeper.restore(keptKey) as object)) ?? typedValues,
  )
  useEffect(() => {
    for (const [path, value] of fieldValues(firstTyped ?? {})) handle.setValue(path, value)
  }, [firstTyped, handle])
  useEffect(() => {
    if (keptKey === undefined) return undefined
    // Sending the form may navigate away.
    const isUnsaved = () => !isSending.current && fieldValues(handle.changes()).length > 0
    return keeper.keep(keptKey, handle.changes, isUnsaved)
  }, [keeper, keptKey, handle, isSending])
}
