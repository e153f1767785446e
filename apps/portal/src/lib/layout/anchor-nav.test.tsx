import { expect, it, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { AnchorNav } from './anchor-nav.tsx'

const anchors = [
  { id: 'above', label: 'Above', icon: 'plus' },
  { id: 'below', label: 'Below', icon: 'history' },
] as const

it('A link focuses the heading of its section, and leaves the URL unchanged', async () => {
  const screen = await render(
    <>
      <AnchorNav anchors={anchors} />
      <section id="above">
        <h2>The part above</h2>
      </section>
    </>,
  )
  const { href } = location
  await screen.getByRole('link', { name: 'Above' }).click()
  await expect.element(screen.getByRole('heading', { name: 'The part above' })).toHaveFocus()
  expect(location.href).toBe(href)
})

it('A link to a section that is not rendered yet sets the hash, which renders the section', async () => {
  const { href } = location
  onTestFinished(() => history.replaceState(null, '', href))
  const screen = await render(<AnchorNav anchors={anchors} />)
  await screen.getByRole('link', { name: 'Below' }).click()
  expect(location.hash).toBe('#below')
})
