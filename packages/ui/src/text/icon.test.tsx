import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Icon } from './icon.tsx'

async function draw(icon: React.ReactElement): Promise<SVGElement> {
  const { container } = await render(<div style={{ width: 77, height: 77, fontSize: 33 }}>{icon}</div>)
  const svg = container.querySelector('svg')
  if (!svg) throw new Error('no svg')
  return svg
}

describe('Icon', () => {
  it('has ten sizes, of which md is the default', async () => {
    const sizes = ['full', '2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', 'inherit', 'none', undefined] as const
    const widths = []
    for (const size of sizes)
      widths.push((await draw(<Icon name="star" size={size} />)).getBoundingClientRect().width)
    expect(widths).toEqual([77, 10, 12, 16, 20, 24, 32, 48, 33, 24, 20])
  })

  it('falls back to the question circle for an unknown name', async () => {
    const unknown = await draw(<Icon name="constructor" />)
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
})
