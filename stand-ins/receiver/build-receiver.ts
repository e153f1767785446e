import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { registerFailureSwitch } from '../serving/failure-switch.ts'
import { formField } from '../serving/form-field.ts'
import { parseBody } from '../serving/json-body.ts'
import { sendPage } from '../serving/page.ts'
import { createStandInServer, type StandIn, standInAt } from '../serving/stand-in-server.ts'
import { deliveriesPage, presets, standIn } from './delivery-pages.ts'
import { DeliveryStore } from './delivery-store.ts'
import { secretPattern } from './signature.ts'

const statusProblem = 'status is a number from 200 to 599.'
const delayProblem = 'delayMs is a number of milliseconds from 0 to 60000.'
const answerBody = z.object({
  status: z.int(statusProblem).check(z.minimum(200, statusProblem), z.maximum(599, statusProblem)),
  delayMs: z._default(
    z.number(delayProblem).check(z.minimum(0, delayProblem), z.maximum(60_000, delayProblem)),
    0,
  ),
})

const secretsProblem = 'Enter secrets that start with whsec_, separated by spaces.'
const secretsBody = z.object({
  secrets: z.array(z.string(secretsProblem).check(z.regex(secretPattern, secretsProblem)), secretsProblem),
})

/** The webhook receiver stores deliveries, verifies their signatures and answers as configured. */
export async function buildReceiver(settings: { port: number; dataFolder: string }): Promise<StandIn> {
  const store = new DeliveryStore(settings.dataFolder)
  const app = await createStandInServer(standIn)
  registerFailureSwitch(app)
  registerControlRoutes(app, store)
  await app.register(async (scope) => registerHook(scope, store))
  app.addHook('onClose', () => store.close())
  return standInAt(app, settings.port)
}

/** The page, and the calls for scripts. */
function registerControlRoutes(app: FastifyInstance, store: DeliveryStore): void {
  app.get('/', async ({ query, host }, reply) =>
    sendPage(reply, 200, deliveriesPage(store, host, formField(query, 'search'))),
  )
  app.post('/secrets', async ({ body }, reply) => {
    const entered = formField(body, 'secrets').split(/\s+/).filter(Boolean)
    await store.setSecrets(parseBody(secretsBody, { secrets: entered }).secrets)
    return reply.redirect('/', 303)
  })
  app.post('/answer', async ({ body }, reply) => {
    const preset = presets.find(({ label }) => label === formField(body, 'preset'))
    if (!preset) return reply.callNotFound()
    await store.setAnswer(preset)
    return reply.redirect('/', 303)
  })

  app.get('/api/deliveries', async () => store.list())
  app.put('/api/answer', async ({ body }) => {
    await store.setAnswer(parseBody(answerBody, body))
    return store.answer
  })
  app.put('/api/secrets', async ({ body }) => {
    await store.setSecrets(parseBody(secretsBody, body).secrets)
    return { secrets: store.secrets }
  })
}

/** @param app a separate scope, because a signature covers the exact text of the body */
function registerHook(app: FastifyInstance, store: DeliveryStore): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  const receive = async ({ url, headers, body }: FastifyRequest, reply: FastifyReply) => {
    const { status, delayMs } = store.add({ path: url, headers, body: typeof body === 'string' ? body : '' })
    await sleep(delayMs, undefined, { ref: false })
    const text = status < 300 ? 'The delivery was received.' : `This stand-in was told to answer ${status}.`
    return reply.code(status).type('text/plain; charset=utf-8').send(text)
  }
  app.post('/hook', receive)
  app.post('/hook/*', receive)
}
