import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Inline, Stack, Tiles } from './layout.tsx'

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

const styleOf = (container: Element) => getComputedStyle(container.firstElementChild as Element)

it('Tiles uses the columns and the spacing of each of the five breakpoints', async () => {
  const { container } = await render(
    <Tiles
      columns={{ mobile: 1, tablet: 2, desktop: 3, wide: 4, huge: 6 }}
      spacing={{ mobile: 'none', tablet: '2xs', desktop: 'sm', wide: 'md', huge: '3xl' }}
    >
      one
    </Tiles>,
  )
  const found = await atEveryWidth(() => {
    const { gridTemplateColumns, columnGap } = styleOf(container)
    return `${gridTemplateColumns.split(' ').length} ${columnGap}`
  })
  expect(found).toEqual({
    mobile: '1 0px',
    tablet: '2 4px',
    desktop: '3 12px',
    wide: '4 16px',
    huge: '6 64px',
  })
})

it('Stack and Inline keep an alignment at wider breakpoints until the next one that is given', async () => {
  const align = { tablet: 'center', wide: 'right' } as const
  const stack = await render(<Stack align={align}>one</Stack>)
  const inline = await render(<Inline align={align}>one</Inline>)
  const expected = {
    mobile: 'flex-start',
    tablet: 'center',
    desktop: 'center',
    wide: 'flex-end',
    huge: 'flex-end',
  }
  expect(await atEveryWidth(() => styleOf(stack.container).alignItems)).toEqual(expected)
  expect(await atEveryWidth(() => styleOf(inline.container).justifyContent)).toEqual(expected)
})
