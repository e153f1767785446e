import { type ComponentType, lazy, useState } from 'react'
import { loadPart } from '../request/load-part.ts'

/**
 * Like `lazy`, with a `preload` function. After `preload`, the component renders immediately. A plain lazy component would suspend
 * even if its code is loaded, and React would show the fallback for at least 300 ms. While the browser is offline, the code waits
 * for the connection.
 */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  async function preload(): Promise<ComponentType<Props>> {
    loaded ??= await loadPart(load)
    return loaded
  }
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await preload() }))
  function Preloaded(props: Props) {
    const [Component] = useState(() => loaded ?? Lazy)
    return <Component {...props} />
  }
  return { Component: Preloaded, preload }
}
