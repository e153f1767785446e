import { expect, it } from 'vitest'
import { fillEmptyFields } from './sign-in-rules.ts'

type Profile = Parameters<typeof fillEmptyFields>[0]
type Account = Parameters<typeof fillEmptyFields>[1]

const nothing = { firstName: null, lastName: null, nickname: null, pictureUrl: null }
const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  nickname: 'ada',
  pictureUrl: 'https://example.com/ada.png',
}
const fill = (profile: typeof ada | typeof nothing, account: object) =>
  fillEmptyFields(profile as Profile, { ...nothing, isPictureCleared: false, ...account } as Account)

it('A sign-in fills empty fields only, and only with what the provider knows', () => {
  expect(fill(ada, {})).toEqual(ada)
  expect(fill(nothing, {})).toEqual({})
  expect(
    fill(ada, { firstName: 'A', lastName: 'L', nickname: 'al', pictureUrl: 'https://a.example' }),
  ).toEqual({})
})

it('A sign-in does not restore a picture that the user has cleared', () => {
  const { pictureUrl: _, ...names } = ada
  expect(fill(ada, { isPictureCleared: true })).toEqual(names)
})
