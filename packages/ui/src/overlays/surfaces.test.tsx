import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PillCounter } from '../data/pill-counter.tsx'
import { StatusBox } from '../feedback/status-box.tsx'
import { Card } from '../layout/card.tsx'
import { ScrollArea } from '../layout/scroll-area.tsx'

it('Card is a region named by its title', async () => {
  const screen = await render(<Card title="Members">text</Card>)
  await expect.element(screen.getByRole('region', { name: 'Members' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Members', level: 2 })).toBeVisible()
})

it('PillCounter shows the capped count with its label in the singular or plural, and hides at zero with isHiddenAtZero', async () => {
  const screen = await render(
    <>
      <PillCounter count={120} max={99} label="member" />
      <PillCounter count={1} label="trust rule" />
      <PillCounter count={0} isHiddenAtZero />
    </>,
  )
  expect(screen.container.textContent).toBe('99+ members1 trust rule')
})

it('StatusBox announces a danger as an alert and a success as a status, and announces nothing with announce="off"', async () => {
  const screen = await render(
    <>
      <StatusBox tone="danger">Broken</StatusBox>
      <StatusBox tone="success">Done</StatusBox>
      <StatusBox tone="danger" announce="off">
        Quiet
      </StatusBox>
    </>,
  )
  expect(screen.getByRole('alert').elements()).toHaveLength(1)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Broken')
  await expect.element(screen.getByRole('status')).toHaveTextContent('Done')
})

it('ScrollArea is focusable by keyboard only while its content overflows', async () => {
  const screen = await render(
    <>
      <ScrollArea label="Short">text</ScrollArea>
      <ScrollArea label="Long" className="h-10">
        <div style={{ height: 400 }}>text</div>
      </ScrollArea>
    </>,
  )
  const long = screen.getByRole('group', { name: 'Long' })
  await expect.element(long).toBeInTheDocument()
  expect(screen.getByRole('group').elements()).toHaveLength(1)
  await userEvent.tab()
  await expect.element(long).toHaveFocus()
})
