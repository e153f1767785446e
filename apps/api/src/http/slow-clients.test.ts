/** Clients that send too slowly, over real sockets. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { users } from '../db/schema/users.ts'
import { markEnded } from '../features/sessions/session-store.ts'
import { useTestApp } from '../testing/build-test-app.ts'
import { makeSignedIn } from '../testing/make-signed-in.ts'
import { AccountShares, Place } from './account-shares.ts'

const test = useTestApp({ REQUEST_TIMEOUT_SECONDS: '2' })
let drip: NodeJS.Timeout
let sockets: Socket[] = []
let port: number
beforeAll(async () => {
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => {
  clearInterval(drip)
  for (const socket of sockets) socket.destroy()
  sockets = []
})

function open(start: string): Socket {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(start)
  return socket
}

/** Sends the start of a request, then one byte after another. Returns everything that the server answers until it hangs up. */
async function sendSlowly(start: string): Promise<string> {
  const socket = open(start)
  drip = setInterval(() => socket.write('x'), 50)
  let answer = ''
  socket.on('data', (chunk) => {
    // A write after the server has hung up would destroy the socket with the rest of the answer.
    clearInterval(drip)
    answer += chunk
  })
  await once(socket, 'close')
  return answer
}

it.each([
  [
    'a body',
    'POST /auth/introspect HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n',
  ],
  ['a header', 'GET /whoami HTTP/1.1\r\nHost: a\r\nX-Slow: '],
])('%s that arrives byte by byte is cut off with 408', async (_, start) => {
  const answer = await sendSlowly(start)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

it('A session that ends while a body arrives changes nothing', async () => {
  const me = await makeSignedIn(test)
  const body = JSON.stringify({ firstName: 'Changed' })
  const headers = Object.entries({ ...test.headersOf(me), 'content-type': 'application/json' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const release = vi.spyOn(Place.prototype, 'release')
  onTestFinished(() => release.mockRestore())
  const slow = open(
    `PATCH /users/${me.user.id} HTTP/1.1\r\nHost: a\r\n${lines}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n{`,
  )
  await expect.poll(() => release.mock.calls.length).toBe(1)
  await markEnded(test.database.orm, me.sessionId, new Date())
  slow.write(body.slice(1))
  const [[answer]] = await Promise.all([once(slow, 'data'), once(slow, 'close')])
  expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
  const [stored] = await test.database.orm.select().from(users).where(eq(users.id, me.user.id))
  expect(stored?.firstName).toBe(me.user.firstName)
})

it('Requests hold no place of their account while their body arrives', async () => {
  const me = await makeSignedIn(test)
  const headers = Object.entries({ ...test.headersOf(me), 'content-type': 'application/json' })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const start = `PATCH /users/${me.user.id} HTTP/1.1\r\nHost: a\r\n${lines}Content-Length: 100\r\n\r\n{`
  const release = vi.spyOn(Place.prototype, 'release')
  onTestFinished(() => release.mockRestore())
  let answers = 0
  for (let at = 0; at < 4; at += 1) open(start).once('data', () => (answers += 1))
  await expect.poll(() => release.mock.calls.length).toBe(4)
  const read = await fetch(`http://127.0.0.1:${port}/whoami`, { headers: test.headersOf(me) })
  expect([read.status, answers]).toEqual([200, 0])
})

it('A GET keeps its place although the body that it announces never arrives', async () => {
  const me = await makeSignedIn(test)
  const lines = Object.entries(test.headersOf(me)).map(([name, value]) => `${name}: ${value}\r\n`)
  const enter = vi.spyOn(AccountShares.prototype, 'enter')
  onTestFinished(() => enter.mockRestore())
  const slow = open(`GET /whoami HTTP/1.1\r\nHost: a\r\n${lines.join('')}Content-Length: 1\r\n\r\n`)
  const [answer] = await once(slow, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  expect(enter).toHaveBeenCalledTimes(1)
})
