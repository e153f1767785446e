import type { FastifyInstance } from 'fastify'
import { sendPage } from '../serving/page.ts'
import type { CiParts } from './ci-parts.ts'
import { readRunInput, runFormOf } from './run-form.ts'
import { homePage, missingRunPage, runPage } from './run-pages.ts'
import { runSteps } from './run-steps.ts'

/** The pages: a form that starts a run, the list of runs, and each run with its steps. */
export function registerRunRoutes(app: FastifyInstance, parts: CiParts): void {
  const { settings, runs } = parts

  app.get('/', async ({ query }, reply) =>
    sendPage(reply, 200, homePage(runFormOf(query, settings), runs.list())),
  )

  app.post('/runs', async ({ body }, reply) => {
    const read = readRunInput(body, settings)
    if ('problem' in read)
      return sendPage(reply, 400, homePage(runFormOf(body, settings), runs.list(), read.problem))
    const run = await runs.start(read.input, read.target)
    await runs.finish(run, await runSteps(run, parts))
    return reply.redirect(`/runs/${run.id}`, 303)
  })

  app.get<{ Params: { id: string } }>('/runs/:id', async ({ params }, reply) => {
    const run = runs.find(Number(params.id))
    return run ? sendPage(reply, 200, runPage(run)) : sendPage(reply, 404, missingRunPage)
  })
}
