import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { sectionsOf } from '../lib/layout/sections.ts'
import { createQueryClient } from '../query-client.ts'
import { createPortalRouter } from '../router.ts'
import { workspace } from '../testing/people.ts'
import { type PaletteInput, paletteSections } from './command-palette-entries.ts'

const sections = sectionsOf(createPortalRouter(createQueryClient(), createMemoryHistory()))
const teams = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((displayName) =>
  workspace({ id: displayName, displayName }),
)

/** The labels of the entries in each section. */
function find(text: string, more: Partial<PaletteInput> = {}): Record<string, string[]> {
  const found = paletteSections({
    text,
    sections,
    choice: undefined,
    workspaces: teams,
    openId: undefined,
    found: { members: [], tokens: [] },
    isAdminPageOn: false,
    isEmailVerified: true,
    otherTheme: 'dark',
    isThemeChosen: false,
    ...more,
  })
  return Object.fromEntries(found.map(({ title, entries }) => [title, entries.map(({ label }) => label)]))
}

describe('paletteSections', () => {
  it.each([
    ['pay', 'Billing'],
    ['invoice', 'Billing'],
    ['delete account', 'My data'],
    ['export', 'My data'],
    ['transfer', 'Members of Alpha'],
    ['sessions', 'Security'],
    ['cli', 'Security'],
    ['docs', 'Documentation'],
    ['trust', 'Service accounts of Alpha'],
    ['oidc', 'Service accounts of Alpha'],
    ['secret', 'API tokens of Alpha'],
    ['connect', 'Connect a pipeline of Alpha'],
  ])('finds by the keyword “%s” the entry %s', (text, label) => {
    expect(Object.values(find(text)).flat()).toContain(label)
  })

  it('lists the pages of the open workspace first, before the user types', () => {
    const [first] = Object.entries(find('', { openId: 'Gamma' }))
    expect(first?.[0]).toBe('Workspace pages')
    expect(first?.[1]).toContain('API tokens of Gamma')
    expect(Object.keys(find(''))[0]).toBe('Open workspace')
  })

  it('lists actions in a hidden workspace only if it is open or searched for', () => {
    const workspaces = [workspace({ id: 'W1', displayName: 'Old', isHidden: true }), ...teams.slice(0, 1)]
    const invite = 'Invite a member to Old'
    expect(find('', { workspaces }).Actions).not.toContain(invite)
    expect(find('', { workspaces, openId: 'W1' }).Actions).toContain(invite)
    expect(find('invite old', { workspaces }).Actions).toContain(invite)
  })

  it('lists a page of the open workspace, and asks for the workspace if there are more than three', () => {
    const { 'Workspace pages': pages } = find('API tokens', { openId: 'Gamma' })
    expect(pages).toEqual(['API tokens of Gamma', 'API tokens of…'])
    const { 'Workspace pages': few } = find('API tokens', { workspaces: teams.slice(0, 3) })
    expect(few).toEqual(['API tokens of Alpha', 'API tokens of Beta', 'API tokens of Gamma'])
  })

  it('lists the workspaces of a choice, the open one first, and narrows them', () => {
    const choice = { placeId: 'workspace-api-tokens', title: 'API tokens of…' }
    expect(find('', { choice, openId: 'Gamma' })).toEqual({
      'API tokens of…': ['Gamma', 'Alpha', 'Beta', 'Delta'],
    })
    expect(find('bet', { choice })).toEqual({ 'API tokens of…': ['Beta'] })
  })

  it('lists only the workspaces whose members may do it', () => {
    const choice = { placeId: 'invite', title: 'Invite a member to…' }
    const workspaces = [workspace({ id: 'W1', displayName: 'Shared', role: 'EDITOR' }), ...teams]
    expect(find('', { choice, workspaces })['Invite a member to…']).not.toContain('Shared')
  })

  it('lists the first 50 workspaces of a choice, and says how to find the others', () => {
    const choice = { placeId: 'workspace-api-tokens', title: 'API tokens of…' }
    const workspaces = Array.from({ length: 60 }, (_, at) =>
      workspace({ id: `W${at}`, displayName: `Team ${at}` }),
    )
    const [[title, labels] = []] = Object.entries(find('', { choice, workspaces }))
    expect(title).toBe('API tokens of… 50 of 60 workspaces. Type to find the others.')
    expect(labels).toHaveLength(50)
    const [searched] = Object.keys(find('team', { choice, workspaces }))
    expect(searched).toBe('API tokens of… 50 of 60 workspaces. Type more to find the others.')
    expect(find('team 59', { choice, workspaces })).toEqual({ 'API tokens of…': ['Team 59'] })
  })

  it('returns nothing if nothing matches', () => {
    expect(find('zzz')).toEqual({})
  })
})
