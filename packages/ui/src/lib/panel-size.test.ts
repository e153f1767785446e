import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clampPanelSize, panelSizeAfterKey } from './panel-size.ts'

const limits = { minPixels: 100, maxPixels: 500 }

it('clampPanelSize keeps every size within the limits and is idempotent', () => {
  fc.assert(
    fc.property(fc.double(), (size) => {
      const once = clampPanelSize(size, limits)
      expect(once).toBeGreaterThanOrEqual(100)
      expect(once).toBeLessThanOrEqual(500)
      expect(clampPanelSize(once, limits)).toBe(once)
    }),
  )
})

it('panelSizeAfterKey grows a panel away from its side of the page', () => {
  const right = { name: 'ArrowRight', isShift: false }
  expect(panelSizeAfterKey(200, right, { side: 'left', limits })).toBe(208)
  expect(panelSizeAfterKey(200, right, { side: 'right', limits })).toBe(192)
})

it('panelSizeAfterKey moves ten times as far with Shift, and to the limits with Home and End', () => {
  const after = (name: string, isShift = false) =>
    panelSizeAfterKey(200, { name, isShift }, { side: 'left', limits })
  expect(after('ArrowRight', true)).toBe(280)
  expect(after('Home')).toBe(100)
  expect(after('End')).toBe(500)
  expect(after('a')).toBeUndefined()
})
