import { type ComponentType, lazy, useState } from 'react'

/**
 * A component in a separate chunk, like `lazy`. After `preload` it renders immediately, while a lazy component suspends even
 * if it is loaded, and React then shows the fallback for at least 300 ms.
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  async function preload(): Promise<ComponentType<Props>> {
    loaded ??= await load()
    return loaded
  }
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await preload() }))
  function Preloadable(props: Props) {
    const [Component] = useState(() => loaded ?? Lazy)
    return <Component {...props} />
  }
  return { Component: Preloadable, preload }
}
