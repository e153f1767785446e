import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Inline } from './inline.tsx'
import { Stack } from './stack.tsx'
import { Tiles } from './tiles.tsx'

/** A width within each breakpoint, in CSS pixels. */
const widths = { mobile: 500, tablet: 800, desktop: 1100, wide: 1400, huge: 1700 } as const

afterEach(() => page.viewport(1280, 800))

async function atEveryWidth<Value>(read: () => Value): Promise<Record<string, Value>> {
  const found: Record<string, Value> = {}
  for (const [name, width] of Object.entries(widths)) {
    await page.viewport(width, 800)
    found[name] = read()
  }
  return found
}

it('Tiles uses the columns and spacing given for each of the five breakpoints', async () => {
  const screen = await render(
    <Tiles
      as="ul"
      columns={{ mobile: 1, tablet: 2, desktop: 3, wide: 4, huge: 6 }}
      spacing={{ mobile: 'none', tablet: '2xs', desktop: 'sm', wide: 'md', huge: '3xl' }}
    >
      <span>one</span>
    </Tiles>,
  )
  const style = getComputedStyle(screen.getByRole('list').element())
  const columns = await atEveryWidth(() => style.gridTemplateColumns.split(' ').length)
  expect(columns).toEqual({ mobile: 1, tablet: 2, desktop: 3, wide: 4, huge: 6 })
  const gaps = await atEveryWidth(() => style.columnGap)
  expect(gaps).toEqual({ mobile: '0px', tablet: '4px', desktop: '12px', wide: '16px', huge: '64px' })
})

it('Stack uses the spacing and alignment given for each of the five breakpoints', async () => {
  const screen = await render(
    <Stack
      as="ul"
      spacing={{ mobile: 'xs', tablet: 'sm', desktop: 'md', wide: 'lg', huge: 'xl' }}
      align={{ mobile: 'stretch', tablet: 'left', desktop: 'center', wide: 'right' }}
    >
      <span>one</span>
    </Stack>,
  )
  const style = getComputedStyle(screen.getByRole('list').element())
  const found = await atEveryWidth(() => `${style.rowGap} ${style.alignItems}`)
  expect(found).toEqual({
    mobile: '8px stretch',
    tablet: '12px flex-start',
    desktop: '16px center',
    wide: '24px flex-end',
    huge: '32px flex-end',
  })
})

it('Inline uses the alignments given for each breakpoint and stacks its children below collapseBelow', async () => {
  const screen = await render(
    <Inline
      as="ul"
      collapseBelow="tablet"
      align={{ mobile: 'right', tablet: 'left', desktop: 'center', wide: 'right', huge: 'between' }}
      alignY={{ mobile: 'top', wide: 'bottom' }}
    >
      <span>one</span>
    </Inline>,
  )
  const style = getComputedStyle(screen.getByRole('list').element())
  const found = await atEveryWidth(() => `${style.flexDirection} ${style.justifyContent} ${style.alignItems}`)
  expect(found).toEqual({
    mobile: 'column flex-start flex-end',
    tablet: 'row flex-start flex-start',
    desktop: 'row center flex-start',
    wide: 'row flex-end flex-end',
    huge: 'row space-between flex-end',
  })
})

it('Stack draws a line between its children, not before or after them', async () => {
  const screen = await render(
    <Stack hasDividers>
      <p>one</p>
      <p>two</p>
      <p>three</p>
    </Stack>,
  )
  expect(screen.getByRole('separator').elements()).toHaveLength(2)
})

it('Inline keeps its own spacing inside a Stack', async () => {
  const screen = await render(
    <Stack spacing="3xl">
      <Inline as="ul">
        <span>one</span>
      </Inline>
    </Stack>,
  )
  expect(getComputedStyle(screen.getByRole('list').element()).columnGap).toBe('12px')
})
