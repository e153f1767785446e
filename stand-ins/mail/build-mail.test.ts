import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../serving/testing/temporary-folder.ts'
import { buildMail, type MailStandIn } from './build-mail.ts'
import { type Message, MessageStore } from './message-store.ts'

let folder: { path: string; remove: () => Promise<void> }
let mail: MailStandIn
let origin: string

async function start(): Promise<void> {
  mail = await buildMail({ port: 0, smtpPort: 0, dataFolder: folder.path })
  await mail.listen()
  origin = mail.origin
}

beforeEach(async () => {
  folder = await temporaryFolder()
  await start()
})

afterEach(async () => {
  await mail.close()
  await folder.remove()
})

function send(to: string, subject: string, html?: string, text = 'Open http://localhost:9000/x?a=1&b=2.') {
  const transport = createTransport({ host: 'localhost', port: mail.smtpPort, ignoreTLS: true })
  return transport.sendMail({ from: 'Portal <portal@example.com>', to, subject, text, html })
}

async function messages(query = ''): Promise<Message[]> {
  const reply = await fetch(`${origin}/api/messages${query}`)
  return (await reply.json()) as Message[]
}

function fail(body: unknown): Promise<Response> {
  return fetch(`${origin}/api/failure`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

describe('mail stand-in', () => {
  it('lists messages received over SMTP, newest first and by address', async () => {
    await send('one@example.com', 'First')
    await send('Two@Example.com, three@example.com', 'Second', '<p>Hello</p>')

    expect((await messages()).map((message) => message.subject)).toEqual(['Second', 'First'])
    const [message] = await messages('?to=two@example.com')
    expect(message).toMatchObject({
      to: 'Two@example.com, three@example.com',
      from: 'portal@example.com',
      text: expect.stringContaining('http://localhost:9000/x?a=1&b=2'),
      html: '<p>Hello</p>',
    })
    expect(await messages('?to=wo@example.com')).toEqual([])
  })

  it('also lists hidden recipients', async () => {
    const transport = createTransport({ host: 'localhost', port: mail.smtpPort, ignoreTLS: true })
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', bcc: 'c@example.com', text: 'x' })
    expect(await messages('?to=c@example.com')).toHaveLength(1)
  })

  it('keeps its messages across a restart', async () => {
    await send('one@example.com', 'Kept')
    await mail.close()
    await start()
    expect(await messages()).toMatchObject([{ subject: 'Kept' }])
  })

  it('closes when the current messages are on disk and then accepts no more', async () => {
    const path = `${folder.path}/store`
    const store = await MessageStore.open(path)
    const envelope = { from: 'a@example.com', to: ['b@example.com'] }
    const source = Buffer.from('Subject: Late\r\n\r\nx')
    const taking = store.add(source, envelope)
    await store.close()
    expect((await MessageStore.open(path)).list()).toEqual([await taking])
    await expect(store.add(source, envelope)).rejects.toThrow('closed')
  })

  it('deletes its messages on request', async () => {
    await send('one@example.com', 'Gone')
    expect((await fetch(`${origin}/api/messages`, { method: 'DELETE' })).status).toBe(204)
    await mail.close()
    await start()
    expect(await messages()).toEqual([])
  })

  it('shows text with links, and HTML only in a frame without scripts', async () => {
    await send('one@example.com', '<b>Bold</b>', '<html><head></head><script>alert(1)</script></html>')
    const [message] = await messages()
    const page = await (await fetch(`${origin}/messages/${message?.id}`)).text()
    expect(page).toContain('&lt;b&gt;Bold&lt;/b&gt;')
    expect(page).toContain('<a href="http://localhost:9000/x?a=1&amp;b=2">')
    expect(page).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    expect(page).not.toContain('alert(1)')

    const frame = await fetch(`${origin}/messages/${message?.id}/html`)
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups .*default-src 'none'/)
    expect(await frame.text()).toContain('<head><base target="_blank">')
  })

  it('finds messages in the inbox by a part of the address', async () => {
    await send('one@example.com', 'For one')
    await send('two@example.com', 'For two')
    const page = await (await fetch(`${origin}/?to=two@`)).text()
    expect(page).toContain('For two')
    expect(page).not.toContain('For one')
  })

  it('refuses mail with 451 during a failure and accepts it afterwards', async () => {
    expect((await fail({ mode: 'error' })).status).toBe(200)
    await expect(send('one@example.com', 'Refused')).rejects.toMatchObject({ responseCode: 451 })
    expect((await fetch(origin)).status).toBe(500)
    expect(await messages()).toEqual([])

    await fail({ mode: 'none' })
    await send('one@example.com', 'Taken')
    expect(await messages()).toHaveLength(1)
  })

  it('closes every connection while it is down, until the failure expires', async () => {
    await fail({ mode: 'down', forMs: 60_000 })
    await expect(send('one@example.com', 'Lost')).rejects.toThrow()
    await expect(fetch(origin)).rejects.toThrow()
    const state = await (await fetch(`${origin}/api/failure`)).json()
    expect(state).toMatchObject({ mode: 'down', endsAt: expect.any(String) })

    await fail({ mode: 'down', forMs: 1 })
    await expect.poll(async () => (await fetch(origin).catch(() => undefined))?.status).toBe(200)
  })

  it('refuses an unknown failure mode', async () => {
    expect((await fail({ mode: 'sideways' })).status).toBe(400)
    expect((await fail({ mode: 'down', forMs: -1 })).status).toBe(400)
  })
})
