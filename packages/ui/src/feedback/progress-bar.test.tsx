import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { ProgressBar } from './progress-bar.tsx'
import { Spinner } from './spinner.tsx'

it('ProgressBar reports its progress', async () => {
  const screen = await render(<ProgressBar label="Uploading" value={1} max={4} />)
  const bar = screen.getByRole('progressbar', { name: 'Uploading' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '1')
  await expect.element(bar).toHaveTextContent('Uploading25%')
})

it('Spinner is named "Loading..." for screen readers', async () => {
  const screen = await render(<Spinner />)
  await expect.element(screen.getByRole('progressbar', { name: 'Loading...' })).toBeVisible()
})
