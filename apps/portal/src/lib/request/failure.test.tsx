import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Failure } from './failure.tsx'
import { RequestError } from './request-error.ts'

const offline = new RequestError({ fallback: 'Network Error: you are offline.', isOffline: true })

afterEach(() => onlineManager.setOnline(true))

it('a failure that names what failed stays when the connection is back, and no longer says that the user is offline', async () => {
  onlineManager.setOnline(false)
  const screen = await render(<Failure error={offline} title="The offer was not withdrawn" />)
  await expect.element(screen.getByText('Network Error: you are offline.')).toBeVisible()
  onlineManager.setOnline(true)
  await expect.element(screen.getByText('You were offline. Try again.')).toBeVisible()
  await expect.element(screen.getByText('The offer was not withdrawn')).toBeVisible()
  expect(screen.getByText('Network Error: you are offline.').query()).toBeNull()
})
