interface PanelLimits {
  minPixels: number
  maxPixels: number
}

/** How far an arrow key moves the edge of a panel, in CSS pixels. Shift moves it ten times as far. */
const panelStepPixels = 8

/** Rounds a size to whole pixels within the limits. Returns the minimum for NaN. */
export function clampPanelSize(sizePixels: number, { minPixels, maxPixels }: PanelLimits): number {
  if (Number.isNaN(sizePixels)) return minPixels
  return Math.round(Math.min(Math.max(sizePixels, minPixels), Math.max(minPixels, maxPixels)))
}

/** Returns the size after a key press on the panel's separator, or undefined for a key that does not move it. */
export function panelSizeAfterKey(
  sizePixels: number,
  key: { name: string; isShift: boolean },
  { side, limits }: { side: 'left' | 'right'; limits: PanelLimits },
): number | undefined {
  const step = key.isShift ? panelStepPixels * 10 : panelStepPixels
  const outward = side === 'left' ? 'ArrowRight' : 'ArrowLeft'
  const inward = side === 'left' ? 'ArrowLeft' : 'ArrowRight'
  if (key.name === outward) return clampPanelSize(sizePixels + step, limits)
  if (key.name === inward) return clampPanelSize(sizePixels - step, limits)
  if (key.name === 'Home') return limits.minPixels
  if (key.name === 'End') return limits.maxPixels
  return undefined
}
