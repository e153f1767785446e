import { members } from '@portal/contract/members/members'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { expect, it, onTestFinished } from 'vitest'
import { workspace } from './testing/people.ts'
import { renderApp } from './testing/render-app.tsx'
import { ada, invited } from './testing/team.ts'

const team = [ada, ...Array.from({ length: 11 }, (_, at) => invited(`person${at}@example.com`))]

it('The router clears a search when the user goes to another workspace', async () => {
  const { screen, router } = await renderApp('/workspace/W1/members', {
    prepare: (api) => {
      api.reply(workspaces.read, ({ params }) => workspace({ id: params.workspaceId }))
      api.reply(members.list, team)
    },
  })
  const search = screen.getByRole('searchbox', { name: 'Search members...' })
  const rows = screen.getByRole('grid', { name: 'Members' }).getByRole('row')
  await search.fill('person7')
  await expect.poll(() => rows.all().length).toBe(2)
  await router.navigate({ href: '/workspace/W2/members' })
  await expect.poll(() => rows.all().length).toBe(team.length + 1)
  await expect.element(search).toHaveValue('')
})

const openGeneral = () =>
  renderApp('/workspace/W1', { prepare: (api) => api.reply(workspaces.read, workspace({ id: 'W1' })) })

it('The router leaves the current page in place for 200 ms, and then shows the skeleton without a further delay', async () => {
  const { screen, api, router } = await openGeneral()
  await expect.element(screen.getByRole('button', { name: 'Save Workspace' })).toBeVisible()
  api.hold(tokens.list)
  const start = performance.now()
  void router.navigate({ href: '/workspace/W1/tokens' })
  await expect.element(screen.getByText('Loading the section...')).toBeInTheDocument()
  expect(performance.now() - start).toBeGreaterThanOrEqual(200)
  const list = screen.getByText('Loading the section...').element().parentElement as HTMLElement
  const skeleton = list.querySelector('.animate-skeleton') as HTMLElement
  for (const part of [list, skeleton]) expect(getComputedStyle(part).animationDelay).toMatch(/^0s(, 0s)*$/)
})

it('The router shows the skeleton of a section, not a spinner, while the code of a section is loading', async () => {
  const { screen, router } = await openGeneral()
  await expect.element(screen.getByRole('button', { name: 'Save Workspace' })).toBeVisible()
  const { options } = router.routesById['/_signed-in/workspace/$workspaceId/danger']
  const { loader } = options
  // Pending like code that is loading.
  Object.assign(options, { loader: () => new Promise(() => {}) })
  onTestFinished(() => void Object.assign(options, { loader }))
  void router.navigate({ href: '/workspace/W1/danger' })
  await expect.element(screen.getByText('Loading the section...')).toBeInTheDocument()
  expect(document.querySelector('.animate-spin')).toBeNull()
})
