import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { useActiveSection } from './use-active-section.ts'

const ids = ['first', 'second', 'third']

function Sections({ heights }: { heights: number[] }) {
  const active = useActiveSection(ids)
  return (
    <>
      <p className="fixed top-0">Active: {active}</p>
      {ids.map((id, index) => (
        <section key={id} id={id} style={{ height: heights[index] }} />
      ))}
    </>
  )
}

it('useActiveSection returns the section in view after a section above it grows', async () => {
  const screen = await render(<Sections heights={[100, 2000, 2000]} />)
  await expect.element(screen.getByText('Active: second')).toBeVisible()
  await screen.rerender(<Sections heights={[1000, 2000, 2000]} />)
  await expect.element(screen.getByText('Active: first')).toBeVisible()
})
