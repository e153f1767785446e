import { describe, expect, it, vi } from 'vitest'
import { person, workspace } from '../../testing/people.ts'
import { orderWorkspaces, searchWorkspaces } from './workspace-order.ts'

const me = person().id
const named = (list: ReturnType<typeof workspace>[]) =>
  orderWorkspaces(list, me).map(({ displayName }) => displayName)

describe('orderWorkspaces', () => {
  it('sorts by default, own favourites, env type SI, PRIVATE, LOCAL, and name', () => {
    const local = { instanceEnvType: 'LOCAL' } as const
    const remote = { instanceEnvType: 'PRIVATE' } as const
    const list = [
      workspace({ id: '1', displayName: 'beta' }),
      workspace({ id: '2', displayName: 'alpha' }),
      workspace({ id: '3', displayName: 'local', ...local }),
      workspace({ id: '4', displayName: 'remote', ...remote }),
      workspace({ id: '5', displayName: 'starred local', ...local, isFavourite: true }),
      workspace({ id: '6', displayName: 'starred', isFavourite: true }),
      workspace({ id: '7', displayName: 'chosen', ...local, isDefault: true }),
    ]
    expect(named(list)).toEqual(['chosen', 'starred', 'starred local', 'alpha', 'beta', 'remote', 'local'])
  })

  it('ignores favourites that another user created', () => {
    const list = [
      workspace({ id: '1', displayName: 'first', isDefault: true }),
      workspace({ id: '2', displayName: 'a' }),
      workspace({ id: '3', displayName: 'z', isFavourite: true, creatorUserId: 'U2' }),
    ]
    expect(named(list)).toEqual(['first', 'a', 'z'])
  })

  it('puts the earliest own managed workspace first if none is flagged as default', () => {
    const list = [
      workspace({ id: '1', displayName: 'a', createdAt: '2025-01-01T00:00:00.000Z' }),
      workspace({ id: '2', displayName: 'b', createdAt: '2024-01-01T00:00:00.000Z' }),
    ]
    expect(named(list)).toEqual(['b', 'a'])
  })

  it('keeps a quarantined default first, whether it is flagged or the earliest own SI workspace', () => {
    const quarantined = { quarantinedAt: '2025-02-01T00:00:00.000Z' }
    const flagged = [
      workspace({ id: '1', displayName: 'a' }),
      workspace({ id: '2', displayName: 'b', isDefault: true, ...quarantined }),
    ]
    expect(named(flagged)).toEqual(['b', 'a'])
    const earliest = [
      workspace({ id: '1', displayName: 'a', createdAt: '2025-01-01T00:00:00.000Z' }),
      workspace({ id: '2', displayName: 'b', createdAt: '2024-01-01T00:00:00.000Z', ...quarantined }),
    ]
    expect(named(earliest)).toEqual(['b', 'a'])
  })
})

describe('searchWorkspaces', () => {
  it('finds a part of the display name regardless of case', () => {
    const list = [{ displayName: 'Production' }, { displayName: 'Staging' }]
    expect(searchWorkspaces(list, ' DUCT ')).toEqual([{ displayName: 'Production' }])
    expect(searchWorkspaces(list, '')).toEqual(list)
  })

  it('ignores the language of the browser, because I and i are different letters in Turkish', () => {
    const lowerCase = vi.spyOn(String.prototype, 'toLocaleLowerCase')
    lowerCase.mockImplementation(function (this: string) {
      return this.replaceAll('I', 'ı').toLowerCase()
    })
    expect(searchWorkspaces([{ displayName: 'CI' }], 'ci')).toHaveLength(1)
    lowerCase.mockRestore()
  })
})
