import { account } from '@portal/contract/account/account'
import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { createQueryClient } from '../../query-client.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { useUser } from './session.ts'

class Caught extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render() {
    return this.state.message ?? this.props.children
  }
}

function NeedsPerson() {
  return useUser().email
}

it('useUser throws "User not loaded" without a user', async () => {
  fakeApi().refuse(account.whoami, 'NotSignedIn')
  const screen = await render(
    <QueryClientProvider client={createQueryClient()}>
      <Caught>
        <NeedsPerson />
      </Caught>
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('User not loaded')).toBeVisible()
  loggedFailures()
})
