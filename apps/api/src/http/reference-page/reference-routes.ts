/** Serves the OpenAPI document and the API reference, which has no script. Both are generated when they are first requested. */
import { readFile } from 'node:fs/promises'
import type { Texts } from '@portal/contract/texts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config.ts'
import { referencePageHelmet } from '../headers/security-headers.ts'
import type { ApiOperation } from '../openapi/api-operation.ts'
import { type OpenApiDocument, openApiDocument } from '../openapi/document.ts'
import { callSection } from './call-section.ts'
import { type Html, html, inline, paragraphs } from './html.ts'

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

interface Call {
  method: string
  path: string
  operation: ApiOperation
}

const callsOf = (document: OpenApiDocument, tag: string): Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method, path, operation }))
      .filter(({ operation }) => operation.tags.includes(tag)),
  )

/** The product's mark, as in `apps/portal/src/lib/layout/logo.tsx`. */
const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M5 29V15.5a11 11 0 0 1 22 0V29" fill="none" stroke="currentColor" stroke-width="3.6"/><path d="M10.2 29V15.8a6 6 0 0 1 6-6h1.6V29Z" fill="currentColor"/></svg>`

function page({ info, tags }: OpenApiDocument, title: string, current: string, main: Html): string {
  const link = (path: string, text: string) =>
    html`<li><a href="${path}"${current === path ? html` aria-current="page"` : undefined}>${text}</a></li>`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><div><a class="brand" href="/docs">${mark}${info.title}</a> <a href="/openapi.json">OpenAPI document</a></div></header>
<div class="columns">
<nav aria-label="Groups of calls"><ul>${link('/docs', 'Introduction')}${tags.map((tag) => link(`/docs/${tag.name}`, tag['x-displayName']))}</ul></nav>
<main id="main" tabindex="-1">${main}</main>
</div>
</body>
</html>
`.text
}

/** The page at `/docs`: an introduction, and a list of all calls. */
function indexPage(document: OpenApiDocument): string {
  const groups = document.tags.map(
    (tag) => html`<h2 id="${tag.name}">${tag['x-displayName']}</h2>
    <p>${tag.description}</p>
    <ul class="calls">${callsOf(document, tag.name).map(
      ({ method, path, operation }) =>
        html`<li><a href="/docs/${tag.name}#${operation.operationId}">${inline(operation.summary)}</a> <span class="call"><strong>${method.toUpperCase()}</strong> <code>${path}</code></span></li>`,
    )}</ul>`,
  )
  const { info } = document
  return page(
    document,
    info.title,
    '/docs',
    html`<h1>${info.title}</h1>${paragraphs(info.description)}${groups}`,
  )
}

/** The page of one group of calls, or undefined if there is no such group. */
function groupPage(document: OpenApiDocument, name: string): string | undefined {
  const tag = document.tags.find((one) => one.name === name)
  if (!tag) return undefined
  const sections = callsOf(document, name).map(({ method, path, operation }) =>
    callSection(method, path, operation, document),
  )
  const title = tag['x-displayName']
  const main = html`<h1>${title}</h1><p>${tag.description}</p>${sections}`
  return page(document, `${title} - ${document.info.title}`, `/docs/${name}`, main)
}

/** The page for a group that doesn't exist. */
const missingPage = (document: OpenApiDocument): string =>
  page(
    document,
    `Not found - ${document.info.title}`,
    '',
    html`<h1>Not found</h1><p>There is no page at this address.</p><p><a href="/docs">Back to the introduction</a></p>`,
  )
