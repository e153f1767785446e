import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { clampPanelSize, panelSizeAfterKey } from '../lib/panel-size.ts'
import { browserStorage } from '../lib/storage.ts'

export interface ResizablePanelProps {
  children?: ReactNode
  /** Accessible name of the panel. */
  label: string
  /** The side of the page the panel is on. Its draggable edge is on the opposite side. */
  side?: 'left' | 'right'
  /** The sizes are in CSS pixels. */
  defaultSizePixels?: number
  minSizePixels?: number
  maxSizePixels?: number
  /** The key under which the size is stored. Without it, the size is not stored. */
  storageKey?: string
  className?: string
}

/**
 * A panel whose width can be changed by dragging its edge, or with arrow keys, Home and End. A double click restores
 * the default width. Required by the design system. No page uses it.
 */
export function ResizablePanel({
  children,
  label,
  side = 'left',
  defaultSizePixels = 280,
  minSizePixels = 180,
  maxSizePixels = 560,
  storageKey,
  className = '',
}: ResizablePanelProps) {
  const panelId = useId()
  const limits = { minPixels: minSizePixels, maxPixels: maxSizePixels }
  const [sizePixels, setSizePixels] = useState(() => {
    const stored = storageKey ? browserStorage().getItem(storageKey) : null
    return clampPanelSize(stored === null ? defaultSizePixels : Number(stored), limits)
  })
  const [drag, setDrag] = useState<{ startX: number; startPixels: number }>()
  const resize = (wantedPixels: number) => setSizePixels(clampPanelSize(wantedPixels, limits))
  const remember = (pixels: number) => {
    if (storageKey) browserStorage().setItem(storageKey, String(pixels))
  }
  const edge = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ startX: event.clientX, startPixels: sizePixels })
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag) return
      const moved = event.clientX - drag.startX
      resize(drag.startPixels + (side === 'left' ? moved : -moved))
    },
    onPointerUp: () => {
      setDrag(undefined)
      remember(sizePixels)
    },
    onDoubleClick: () => {
      resize(defaultSizePixels)
      remember(clampPanelSize(defaultSizePixels, limits))
    },
    onKeyDown: (event: KeyboardEvent) => {
      const next = panelSizeAfterKey(
        sizePixels,
        { name: event.key, isShift: event.shiftKey },
        { side, limits },
      )
      if (next === undefined) return
      event.preventDefault()
      setSizePixels(next)
      remember(next)
    },
  }
  return (
    <section
      id={panelId}
      aria-label={label}
      className={`relative shrink-0 ${side === 'left' ? 'border-line border-r' : 'border-line border-l'} ${className}`}
      style={{ width: sizePixels }}
    >
      <div className="h-full overflow-auto">{children}</div>
      <hr
        aria-label={`Resize ${label}`}
        aria-orientation="vertical"
        aria-controls={panelId}
        aria-valuenow={sizePixels}
        aria-valuemin={minSizePixels}
        aria-valuemax={maxSizePixels}
        aria-valuetext={`${sizePixels} pixels`}
        tabIndex={0}
        {...edge}
        className={`absolute inset-y-0 z-10 m-0 h-full w-2 cursor-col-resize touch-none border-0 outline-none transition-colors after:absolute after:inset-y-0 after:left-1/2 after:w-0.5 after:-translate-x-1/2 after:transition-colors hover:after:bg-line-strong focus-visible:after:bg-focus ${side === 'left' ? '-right-1' : '-left-1'} ${drag ? 'after:bg-focus' : ''}`}
      />
    </section>
  )
}
