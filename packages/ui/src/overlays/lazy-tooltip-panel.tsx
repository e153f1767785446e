import { useState } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import type { TooltipPanelProps } from './tooltip-panel.tsx'

const { usePart } = lazyPart<TooltipPanelProps>(
  async () => (await import('./tooltip-panel.tsx')).TooltipPanel,
)

/** The bubble of a tooltip, loaded when it is first needed. Without its code, no tooltip appears. */
export function LazyTooltipPanel(props: TooltipPanelProps) {
  const { isOpen } = props.state
  const Panel = usePart(isOpen)
  // Once rendered, the panel stays mounted so that its closing animation can play.
  const [isMade, setIsMade] = useState(false)
  if (isOpen && !isMade) setIsMade(true)
  return isMade && Panel && <Panel {...props} />
}
