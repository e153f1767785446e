import fc from 'fast-check'
import { expect, it } from 'vitest'
import { breakpointAt, breakpointNames, breakpoints, resolveResponsive } from './breakpoints.ts'

it('breakpointNames lists mobile, tablet, desktop, wide and huge, narrowest first', () => {
  expect(breakpointNames).toEqual(['mobile', 'tablet', 'desktop', 'wide', 'huge'])
  const widths = breakpointNames.map((name) => breakpoints[name])
  expect(widths).toEqual([...widths].sort((left, right) => left - right))
})

it('breakpoints match the widths in the style sheet', () => {
  const theme = getComputedStyle(document.documentElement)
  for (const name of breakpointNames.slice(1)) {
    expect(theme.getPropertyValue(`--breakpoint-${name}`)).toBe(`${breakpoints[name] / 16}rem`)
  }
})

it('resolveResponsive applies a single value to every breakpoint', () => {
  expect(resolveResponsive(2, 1)).toEqual({ mobile: 2, tablet: 2, desktop: 2, wide: 2, huge: 2 })
  expect(resolveResponsive(undefined, 1)).toEqual({ mobile: 1, tablet: 1, desktop: 1, wide: 1, huge: 1 })
})

it('resolveResponsive carries a value to wider breakpoints until the next given value', () => {
  expect(resolveResponsive({ tablet: 2, wide: 4 }, 1)).toEqual({
    mobile: 1,
    tablet: 2,
    desktop: 2,
    wide: 4,
    huge: 4,
  })
})

it('resolveResponsive is idempotent', () => {
  const value = fc.option(fc.integer(), { nil: undefined })
  fc.assert(
    fc.property(
      fc.record({ mobile: value, tablet: value, desktop: value, wide: value, huge: value }),
      (given) => {
        const once = resolveResponsive<number>(given, 0)
        expect(resolveResponsive<number>(once, 7)).toEqual(once)
      },
    ),
  )
})

it('breakpointAt returns the breakpoint for each viewport width', () => {
  expect([0, 639, 640, 1024, 1280, 1536, 4000].map(breakpointAt)).toEqual([
    'mobile',
    'mobile',
    'tablet',
    'desktop',
    'wide',
    'huge',
    'huge',
  ])
})
