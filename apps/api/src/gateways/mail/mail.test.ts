/** Sends mails by SMTP to a server with scripted replies. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { emailSchema } from '@portal/contract/text/text-rules'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { closeAtEnd } from '../../testing/close-at-end.ts'
import { deliverMail, isOneMailbox, type Mail, openMailGateway, UndeliverableMailError } from './mail.ts'

const mailTo = (to: string): Mail => ({ to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })

/** Replies by the first word of the command. `.` is the reply to the end of the message. */
type Replies = Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | 'AUTH' | '.', string>>

function answer(socket: Socket, replies: Replies, commands: string[]): void {
  let isMessage = false
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  say(replies.greeting ?? '220 ready')
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (isMessage && line !== '.') continue
      const word = isMessage ? '.' : (line.split(/[ :]/)[0] ?? '').toUpperCase()
      isMessage = false
      commands.push(line)
      const reply = replies[word as keyof Replies]
      if (word === 'EHLO') say('250-here\r\n250-AUTH PLAIN\r\n250 SMTPUTF8')
      else if (word === 'DATA') {
        isMessage = reply === undefined
        say(reply ?? '354 go on')
      } else say(reply ?? (word === 'AUTH' ? '235 ok' : '250 ok'))
    }
  })
}

async function openServer(replies: Replies = {}, user = '') {
  const commands: string[] = []
  const server = createServer((socket) => answer(socket, replies, commands))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const gateway = openMailGateway(readConfig({ SMTP_URL: `smtp://${user}127.0.0.1:${port}` }))
  closeAtEnd(async () => {
    gateway.close()
    server.close()
  })
  return { gateway, recipients: () => commands.filter((line) => line.startsWith('RCPT')) }
}

describe('openMailGateway', () => {
  it('sends a mail to its one recipient', async () => {
    const { gateway, recipients } = await openServer()
    await gateway.send(mailTo("o'neil+a@example.com"))
    expect(recipients()).toEqual(["RCPT TO:<o'neil+a@example.com>"])
  })

  it.each([
    'one@example.com,two@example.com',
    'one@example.com, two@example.com;three@example.com',
    'Team: one@example.com, two@example.com;',
    '"Ada" <one@example.com>',
    'one@example.com <two@example.com>',
    'one@example.com\r\nBcc: two@example.com',
    '',
    'nobody',
  ])('permanently refuses %j without sending, because it is not one mailbox', async (to) => {
    const { gateway, recipients } = await openServer()
    const log = { error: vi.fn() }
    await deliverMail(gateway, mailTo(to), log)
    expect(recipients()).toEqual([])
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(UndeliverableMailError) },
      'a mail was refused permanently and is not sent again',
    )
  })

  it.each([
    ['the recipient', { RCPT: '550 no such user' }, 550],
    ['the sender', { MAIL: '553 not allowed' }, 553],
    ['the message', { '.': '554 rejected' }, 554],
  ] as const)('ends the job when the server refuses %s with a 5xx', async (_, replies, responseCode) => {
    const { gateway } = await openServer(replies)
    await expect(gateway.send(mailTo('one@example.com'))).rejects.toMatchObject({
      name: 'UndeliverableMailError',
      responseCode,
    })
    await expect(
      deliverMail(gateway, mailTo('one@example.com'), { error: () => {} }),
    ).resolves.toBeUndefined()
  })

  it.each([
    ['a temporary refusal', { RCPT: '451 later' }, ''],
    ['a greeting that refuses every client', { greeting: '554 no service' }, ''],
    ['a wrong password for the mail server', { AUTH: '535 bad credentials' }, 'user:wrong@'],
  ] as const)('retries after %s', async (_, replies, user) => {
    const { gateway } = await openServer(replies, user)
    const sending = deliverMail(gateway, mailTo('one@example.com'), { error: () => {} })
    await expect(sending).rejects.not.toBeInstanceOf(UndeliverableMailError)
  })
})

describe('isOneMailbox', () => {
  it('accepts every address that the contract accepts', () => {
    const part = fc.string({
      unit: fc.constantFrom(
        'a',
        'B',
        '7',
        '.',
        '-',
        '+',
        "'",
        '_',
        'ü',
        '用',
        '𠮷',
        '!',
        '#',
        '{',
        '|',
        '%',
        '=',
      ),
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(part, part, (name, domain) => {
        const address = `${name}@${domain}.example`
        fc.pre(emailSchema.safeParse(address).success)
        expect(isOneMailbox(address)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('refuses every list, and so does the contract', () => {
    const separator = fc.constantFrom(',', ';', ' ', ', ', '; ', '\t', ' ,', '\r\n ')
    const list = fc
      .tuple(
        fc.array(fc.constantFrom('a@b.co', 'c@d.example', 'x+y@z.org'), { minLength: 2, maxLength: 9 }),
        separator,
      )
      .map(([addresses, between]) => addresses.join(between))
    fc.assert(
      fc.property(list, fc.constantFrom('', '𝒜'.repeat(120)), (addresses, padding) => {
        expect(emailSchema.safeParse(addresses + padding).success).toBe(false)
        expect(isOneMailbox(addresses)).toBe(false)
      }),
    )
  })
})
