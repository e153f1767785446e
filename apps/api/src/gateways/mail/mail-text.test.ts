import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { messageOf } from './mail.ts'
import { type MailContent, mailOf } from './mail-text.ts'

const config = readConfig({ PRODUCT_NAME: 'Übersicht & Co', MAIL_REPLY_TO: 'help@example.com' })
const content: MailContent = {
  to: 'ada@example.com',
  subject: 'Your role in “<b>Lab</b>” has changed',
  paragraphs: ['Grace made you an Approver.', 'The role applies from now on.'],
  action: { label: 'Open your workspaces', url: 'http://localhost:9000/workspaces?a=1&b=2' },
  smallPrint: ['If you don’t know the sender, you can ignore this email.'],
}

/** Returns the message as it is sent. */
async function sourceOf(given = config): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message } = await transport.sendMail(messageOf(mailOf(content, given), given))
  return message.toString()
}

describe('every mail', () => {
  it('is marked as generated, so that out-of-office replies do not answer it', async () => {
    expect(await sourceOf()).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  })

  it('has the configured reply address', async () => {
    expect(await sourceOf()).toMatch(/^Reply-To: help@example.com\r$/m)
  })

  it('has no reply address if none is configured', async () => {
    expect(await sourceOf(readConfig({}))).not.toContain('Reply-To')
  })

  it('has a text part and an HTML part', async () => {
    const source = await sourceOf()
    expect(source).toContain('Content-Type: text/plain; charset=utf-8')
    expect(source).toContain('Content-Type: text/html; charset=utf-8')
  })
})

describe('the HTML of a mail', () => {
  const { html } = mailOf(content, config)

  it('declares its encoding, width, color schemes and title', () => {
    const head = html.slice(html.indexOf('<head>'), html.indexOf('</head>'))
    expect(head).toContain('<meta charset="utf-8">')
    expect(head).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    expect(head).toContain('<meta name="color-scheme" content="light dark">')
    expect(head).toContain('<title>Your role in “&lt;b&gt;Lab&lt;/b&gt;” has changed</title>')
  })

  it('draws the mark before the product name and loads nothing', () => {
    expect(html).toMatch(/class="arch".*class="leaf".*<\/span>Übersicht &amp; Co<\/p>/)
    expect(html).not.toMatch(/<img|<link|url\(|src=/i)
  })

  it('has the paragraphs, then the button, then the small print and the footer', () => {
    const parts = [
      'Grace made you an Approver.',
      'The role applies from now on.',
      'href="http://localhost:9000/workspaces?a=1&amp;b=2"',
      'If you don’t know the sender',
      'Questions? Write to support@systeminit.com.',
    ]
    const places = parts.map((part) => html.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((left, right) => left - right))
  })
})

it('The text of a mail has the same parts in the same order as its HTML', () => {
  expect(mailOf(content, config).text.split('\n\n')).toEqual([
    'Grace made you an Approver.',
    'The role applies from now on.',
    'Open your workspaces: http://localhost:9000/workspaces?a=1&b=2',
    'If you don’t know the sender, you can ignore this email.',
    'Übersicht & Co. Questions? Write to support@systeminit.com.\n',
  ])
})
