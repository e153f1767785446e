import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { ProgressBar } from './progress-bar.tsx'
import { Spinner } from './spinner.tsx'

describe('ProgressBar', () => {
  it('tells how far it is', async () => {
    const screen = await render(<ProgressBar label="Uploading" value={1} max={4} />)
    const bar = screen.getByRole('progressbar', { name: 'Uploading' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '1')
    await expect.element(bar).toHaveTextContent('Uploading25%')
  })

  it('tells that it goes on where nobody knows how far it is', async () => {
    const screen = await render(<ProgressBar label="Signing you in" isLabelHidden />)
    const bar = screen.getByRole('progressbar', { name: 'Signing you in' })
    await expect.element(bar).not.toHaveAttribute('aria-valuenow')
  })
})

describe('Spinner', () => {
  it('says "Loading..." to those who do not see it turn', async () => {
    const screen = await render(<Spinner />)
    await expect.element(screen.getByRole('progressbar', { name: 'Loading...' })).toBeVisible()
  })
})
