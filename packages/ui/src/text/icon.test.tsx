import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { resolveIcon } from '../lib/resolve-icon.ts'
import { Icon, type IconSize } from './icon.tsx'

async function draw(icon: React.ReactElement): Promise<SVGElement> {
  const { container } = await render(<div style={{ width: 77, height: 77, fontSize: 33 }}>{icon}</div>)
  const svg = container.querySelector('svg')
  if (!svg) throw new Error('no svg')
  return svg
}

describe('Icon', () => {
  it.for([
    ['full', 77],
    ['2xs', 10],
    ['xs', 12],
    ['sm', 16],
    ['md', 20],
    ['lg', 24],
    ['xl', 32],
    ['2xl', 48],
    ['inherit', 33],
    ['none', 24],
  ] as const satisfies [IconSize, number][])('draws size %s at its pixel width', async ([size, widthPx]) => {
    const svg = await draw(<Icon name="star" size={size} />)
    expect(svg.getBoundingClientRect().width).toBe(widthPx)
  })

  it('uses the md size by default', async () => {
    expect((await draw(<Icon name="star" />)).getBoundingClientRect().width).toBe(20)
  })

  it('falls back to the question circle for an unknown name', async () => {
    const unknown = await draw(<Icon name="no-such-icon" />)
    const question = await draw(<Icon name="question-circle" />)
    expect(unknown.innerHTML).toBe(question.innerHTML)
    expect(unknown.dataset.icon).toBe('question-circle')
  })

  it.for(['loader', 'refresh-active', 'refresh-carbon-active'])('spins %s', async (name) => {
    expect((await draw(<Icon name={name} />)).classList.contains('animate-spin')).toBe(true)
  })

  it.for(['refresh', 'star'])('does not spin %s', async (name) => {
    expect((await draw(<Icon name={name} />)).classList.contains('animate-spin')).toBe(false)
  })

  it.for([
    ['arrow--up', 'none'],
    ['arrow--right', '90deg'],
    ['arrow--down', '180deg'],
    ['arrow--left', '270deg'],
    ['arrow--down-left', '225deg'],
    ['arrow--sideways', 'none'],
  ])('rotates %s by its suffix', async ([name = '', rotate]) => {
    expect(getComputedStyle(await draw(<Icon name={name} />)).rotate).toBe(rotate)
  })

  it('is decorative without a label and an image with one', async () => {
    const screen = await render(
      <>
        <Icon name="star" />
        <Icon name="alert-circle" label="failed" />
      </>,
    )
    expect(screen.getByRole('img').elements()).toHaveLength(1)
    await expect.element(screen.getByRole('img', { name: 'failed' })).toBeVisible()
  })

  it('never throws for any name', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString--left')),
        (name) => {
          expect(resolveIcon(name).drawing).toBeDefined()
        },
      ),
    )
  })
})
