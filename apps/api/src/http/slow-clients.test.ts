/** Clients that send too slowly, over real sockets. */
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'

const test = useTestApp({ REQUEST_TIMEOUT_SECONDS: '1' })
let drip: NodeJS.Timeout
let socket: Socket
let port: number
beforeAll(async () => {
  port = Number(new URL(await test.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => {
  clearInterval(drip)
  socket.destroy()
})

/** Sends the start of a request, then one byte after another. Returns everything that the server answers until it hangs up. */
async function sendSlowly(start: string): Promise<string> {
  socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(start)
  drip = setInterval(() => socket.write('x'), 50)
  return text(socket)
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
