import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { pageHeaders, sendPage } from '../serving/page.ts'
import { inboxPage, messagePage, missingMessagePage } from './inbox-pages.ts'
import type { MessageStore } from './message-store.ts'

/** Makes links open in a new tab. The tag must follow the doctype. */
function openLinksInNewTab(markup: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(markup)
    ? markup.replace(/<head[^>]*>/i, (head) => head + base)
    : `<!doctype html><head>${base}</head>${markup}`
}

export function registerMessageRoutes(app: FastifyInstance, store: MessageStore): void {
  app.get('/api/messages', async (request) => store.list(formField(request.query, 'to')))
  app.delete('/api/messages', async (_request, reply) => {
    await store.clear()
    return reply.code(204).send()
  })

  app.get('/', async (request, reply) => {
    const search = formField(request.query, 'to')
    return sendPage(reply, 200, inboxPage(store.search(search), search))
  })

  app.get<{ Params: { id: string } }>('/messages/:id', async (request, reply) => {
    const message = store.find(request.params.id)
    return message === undefined
      ? sendPage(reply, 404, missingMessagePage())
      : sendPage(reply, 200, messagePage(message))
  })

  app.get<{ Params: { id: string } }>('/messages/:id/html', async (request, reply) => {
    const message = store.find(request.params.id)
    if (message === undefined || message.html === null) return sendPage(reply, 404, missingMessagePage())
    // The header also sets the sandbox, so that a mail opened directly runs no scripts.
    const policy =
      "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-ancestors 'self'"
    return reply
      .headers({ ...pageHeaders, 'content-security-policy': policy })
      .send(openLinksInNewTab(message.html))
  })

  app.get<{ Params: { id: string } }>('/messages/:id/source', async (request, reply) => {
    const message = store.find(request.params.id)
    if (message === undefined) return sendPage(reply, 404, missingMessagePage())
    return reply
      .headers({ ...pageHeaders, 'content-type': 'text/plain; charset=utf-8' })
      .send(await store.source(message))
  })
}
