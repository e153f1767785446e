import { expect, it, vi } from 'vitest'
import { ada, grace, linus } from '../testing/team.ts'
import { memberEntries, tokenEntries } from './command-palette-found.ts'
import { splitWords } from './command-palette-words.ts'

const production = { id: 'W1', displayName: 'Production' }
const labels = (entries: { label: string }[]) => entries.map(({ label }) => label)
const known = [{ workspace: production, members: [ada, grace, linus] }]

it('memberEntries finds members by name, email and workspace, and never by the workspace alone', () => {
  expect(memberEntries(['hop'], known)).toMatchObject([
    { label: 'Grace Hopper', description: 'grace@example.com' },
  ])
  expect(labels(memberEntries(['linus@', 'prod'], known))).toEqual(['linus@example.com'])
  expect(memberEntries(['prod'], known)).toEqual([])
  expect(memberEntries(['grace', 'staging'], known)).toEqual([])
})

it('tokenEntries finds at most eight tokens by name', () => {
  const tokens = Array.from({ length: 20 }, (_, at) => ({
    id: `T${at}`,
    name: `Deploys ${at}`,
    workspace: production,
  }))
  expect(tokenEntries(['deploys'], tokens)).toHaveLength(8)
  expect(labels(tokenEntries(['deploys', '13', 'production'], tokens))).toEqual(['Deploys 13'])
  expect(tokenEntries(['production'], tokens)).toEqual([])
})

it('memberEntries ignores the language of the browser, because I and i are different letters in Turkish', () => {
  const lowerCase = vi.spyOn(String.prototype, 'toLocaleLowerCase')
  lowerCase.mockImplementation(function (this: string) {
    return this.replaceAll('I', 'ı').toLowerCase()
  })
  expect(labels(memberEntries(splitWords('LINUS'), known))).toEqual(['linus@example.com'])
  lowerCase.mockRestore()
})
