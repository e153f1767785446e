import { account } from '@portal/contract/account'
import { expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'

const test = useTestApp()
it('answers', async () => {
  const me = await makeSignedIn(test)
  const reply = await test.send(account.whoami, {}, { session: me.session })
  expect(reply.status).toBe(200)
  const again = await test.send(account.whoami, {}, { session: me.session })
  expect(again.body.user.id).toBe(me.user.id)
})
