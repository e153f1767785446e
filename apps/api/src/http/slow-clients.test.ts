/** Clients that send too slowly, over real sockets. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { useTestApp } from '../testing/build-test-app.ts'

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
