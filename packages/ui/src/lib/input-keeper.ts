import { createContext, use, useEffect, useRef, useState } from 'react'

/**
 * Keeps what the user has typed and opened while the browser leaves the page, for example to sign in again. Forms with an
 * `aria-label` are kept automatically, and other state through `useKeptState`. Never use it for a secret.
 */
export interface InputKeeper {
  /** Returns the value that was kept under this key, or undefined. */
  restore: (key: string) => unknown
  /**
   * Registers the value to keep, and drops the restored value. `isUnsaved` tells whether the user would lose input by leaving
   * now. Returns a function that unregisters the value.
   */
  keep: (key: string, read: () => unknown, isUnsaved?: () => boolean) => () => void
}

const keepsNothing: InputKeeper = { restore: () => undefined, keep: () => () => {} }

export const InputKeeperContext = createContext<InputKeeper>(keepsNothing)

/** Makes the portal ask before the user leaves the page while `isUnsaved` is true. Stores no value. */
export function useUnsaved(key: string, isUnsaved: boolean): void {
  const keeper = use(InputKeeperContext)
  const latest = useRef(isUnsaved)
  useEffect(() => {
    latest.current = isUnsaved
  })
  useEffect(
    () =>
      keeper.keep(
        key,
        () => undefined,
        () => latest.current,
      ),
    [keeper, key],
  )
}

/** Like `useState`, with a value that survives while the user signs in again. The value must be JSON. */
export function useKeptState<T>(key: string, initial: T): [T, (value: T) => void] {
  const keeper = use(InputKeeperContext)
  const [value, setValue] = useState<T>(() => (keeper.restore(key) as T | undefined) ?? initial)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  useEffect(() => keeper.keep(key, () => latest.current), [keeper, key])
  return [value, setValue]
}
