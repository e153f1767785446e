import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { refuse } from '../serving/json-body.ts'
import { sendPage } from '../serving/page.ts'
import type { CiParts, CiSettings } from './ci-parts.ts'
import { events, homePage, runPage } from './run-pages.ts'
import { runSteps, tokenEnvironment } from './run-steps.ts'
import type { RunForm } from './run-store.ts'

const repositoryPattern = /^[\w.-]{1,100}\/[\w.-]{1,100}$/

/** Reads the form's fields from a form, a JSON body or a query. Fills in defaults. */
function runFormOf(fields: unknown, { authApiUrl }: CiSettings): RunForm {
  return {
    repository: formField(fields, 'repository') || 'octo-org/octo-repo',
    branch: formField(fields, 'branch') || 'main',
    event: formField(fields, 'event') || 'push',
    environment: formField(fields, 'environment'),
    workflow: formField(fields, 'workflow') || 'deploy',
    serviceAccountId: formField(fields, 'serviceAccountId'),
    audience: formField(fields, 'audience') || authApiUrl,
  }
}

function problemOf({ repository, event }: RunForm): string | undefined {
  if (!repositoryPattern.test(repository))
    return 'Enter the repository as owner/name, such as octo-org/octo-repo.'
  return events.includes(event) ? undefined : `Choose one of these events: ${events.join(', ')}.`
}

/** The pages: a form that starts a run, the list of runs, and each run with its steps. Scripts start and list runs. */
export function registerRunRoutes(app: FastifyInstance, parts: CiParts): void {
  const { settings, runs } = parts

  app.get('/', async ({ query }, reply) =>
    sendPage(reply, 200, homePage(runFormOf(query, settings), runs.list())),
  )
  app.post('/runs', async ({ body }, reply) => {
    const form = runFormOf(body, settings)
    const problem = problemOf(form)
    if (problem) return sendPage(reply, 400, homePage(form, runs.list(), problem))
    const run = await runs.start(form)
    await runs.finish(run, await runSteps(run, settings))
    return reply.redirect(`/runs/${run.id}`, 303)
  })
  app.get<{ Params: { id: string } }>('/runs/:id', async ({ params }, reply) => {
    const run = runs.find(Number(params.id))
    return run ? sendPage(reply, 200, runPage(run)) : reply.callNotFound()
  })

  // Prints the ids of a repository as claims, one per line, like the command lines of hosted CI systems.
  app.get('/api/ids', async ({ query }, reply) => {
    const form = runFormOf(query, settings)
    const problem = problemOf(form)
    if (problem) return refuse(reply, 400, 'ValidationError', problem)
    const { repositoryId, ownerId } = await runs.findIds(form.repository)
    return reply.type('text/plain').send(`repository_id=${repositoryId}\nrepository_owner_id=${ownerId}\n`)
  })
  app.get('/api/runs', async () => runs.list().map(({ requestToken: _, ...run }) => run))
  app.post('/api/runs', async ({ body }, reply) => {
    const form = runFormOf(body, settings)
    const problem = problemOf(form)
    if (problem) return refuse(reply, 400, 'ValidationError', problem)
    const run = await runs.start(form)
    return { id: run.id, environment: tokenEnvironment(settings, run) }
  })
}
