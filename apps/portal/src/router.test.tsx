import { members } from '@portal/contract/members'
import { workspaces } from '@portal/contract/workspaces'
import { expect, it } from 'vitest'
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
