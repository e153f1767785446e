import type { SceneProps } from '@portal/ui/feedback/scene'
import { lazy, Suspense } from 'react'
import { loadPart } from '../request/load-part.ts'

const Scene = lazy(() =>
  loadPart(() => import('@portal/ui/feedback/scene')).then((module) => ({ default: module.Scene })),
)

/** A drawing for pages in the entry chunk. Its space is reserved until it has loaded. */
export function LazyScene(props: SceneProps) {
  return (
    <Suspense fallback={<span aria-hidden="true" className="block h-18" />}>
      <Scene {...props} />
    </Suspense>
  )
}
