import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { FailureSwitch, registerFailureSwitch } from '../serving/failure-switch.ts'
import { formField } from '../serving/form-field.ts'
import { headersOf, sendPage } from '../serving/page.ts'
import { createStandInServer, type StandIn, standInAt } from '../serving/stand-in-server.ts'
import { inboxPage, messagePage, standIn } from './inbox-pages.ts'
import { MessageStore } from './message-store.ts'
import { createSmtpListener } from './smtp-listener.ts'

interface MailSettings {
  /** The port of the inbox page and the JSON calls. 0 chooses a free one. */
  port: number
  smtpPort: number
  dataFolder: string
}

export interface MailStandIn extends StandIn {
  /** The actual port, once it listens. */
  smtpPort: number
}

/** The mail service accepts any mail over SMTP and shows it in an inbox and as JSON. */
export async function buildMail({ port, smtpPort, dataFolder }: MailSettings): Promise<MailStandIn> {
  const store = await MessageStore.open(join(dataFolder, 'messages'))
  const failure = new FailureSwitch()
  const app = await createStandInServer(standIn)
  registerFailureSwitch(app, failure)
  registerRoutes(app, store)
  const smtp = createSmtpListener(store, failure)
  const mail = Object.assign(standInAt(app, port), { smtpPort })
  app.addHook('onReady', async () => {
    mail.smtpPort = await smtp.listen(smtpPort)
  })
  app.addHook('onClose', async () => {
    await smtp.close()
    await store.close()
  })
  return mail
}

/** The header also sets the sandbox, so that a mail opened directly runs no scripts. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-ancestors 'self'"

/** Makes links open in a new tab. The tag must follow the doctype. */
function openLinksInNewTab(markup: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(markup)
    ? markup.replace(/<head[^>]*>/i, (head) => head + base)
    : `<!doctype html><head>${base}</head>${markup}`
}

function registerRoutes(app: FastifyInstance, store: MessageStore): void {
  type Route = { Params: { id: string } }

  app.get('/api/messages', async ({ query }) => store.list(formField(query, 'to')))
  app.delete('/api/messages', async (_request, reply) => {
    await store.clear()
    return reply.code(204).send()
  })

  app.get('/', async ({ query }, reply) => {
    const search = formField(query, 'to')
    return sendPage(reply, 200, inboxPage(store.search(search), search))
  })
  app.get<Route>('/messages/:id', async ({ params }, reply) => {
    const message = store.find(params.id)
    return message ? sendPage(reply, 200, messagePage(message)) : reply.callNotFound()
  })
  app.get<Route>('/messages/:id/html', async ({ params }, reply) => {
    const message = store.find(params.id)
    if (!message?.html) return reply.callNotFound()
    const headers = { ...headersOf({}), 'content-security-policy': mailPolicy }
    return reply.headers(headers).send(openLinksInNewTab(message.html))
  })
  app.get<Route>('/messages/:id/source', async ({ params }, reply) => {
    const message = store.find(params.id)
    if (!message) return reply.callNotFound()
    const headers = { ...headersOf({}), 'content-type': 'text/plain; charset=utf-8' }
    return reply.headers(headers).send(await store.source(message))
  })
}
