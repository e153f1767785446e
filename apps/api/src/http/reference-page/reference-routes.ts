/** Serves the OpenAPI document and the API reference. Both are generated when they are first requested. */
import { readFile } from 'node:fs/promises'
import type { Texts } from '@portal/contract/texts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import { referencePageHelmet } from '../headers/security-headers.ts'
import { type OpenApiDocument, openApiDocument } from '../openapi/document.ts'
import { groupPage, indexPage, missingPage } from './reference-pages.ts'

const styles = new URL('reference.css', import.meta.url)

const sendPage = (reply: FastifyReply, page: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)

export function referenceRoutes(app: FastifyInstance, config: Config, texts: readonly Texts[]): void {
  let generated: OpenApiDocument | undefined
  const document = () => {
    generated ??= openApiDocument(config, texts)
    return generated
  }
  const pages = new Map<string, string>()

  let text: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(document())
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })

  app.get('/docs', { helmet: referencePageHelmet }, async (_request, reply) => {
    const page = pages.get('') ?? indexPage(document())
    pages.set('', page)
    return sendPage(reply, page)
  })

  app.get<{ Params: { group: string } }>(
    '/docs/:group',
    { helmet: referencePageHelmet },
    async ({ params: { group } }, reply) => {
      const page = pages.get(group) ?? groupPage(document(), group)
      if (page === undefined) return sendPage(reply.code(404), missingPage(document()))
      pages.set(group, page)
      return sendPage(reply, page)
    },
  )

  app.get('/docs/reference.css', async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await readFile(styles)),
  )
}
