import { describe, expect, it } from 'vitest'
import { changedValues, fieldValues } from './changed-values.ts'

describe('changedValues', () => {
  it('returns nothing when every field is as before', () => {
    const values = { name: 'Ada', tags: ['a', 'b'], address: { city: null } }
    expect(changedValues(values, structuredClone(values))).toEqual({})
  })

  it('returns the changed fields only, nested as they are', () => {
    const before = { name: 'Ada', note: null, address: { city: 'Paris', street: 'Rue 1' } }
    const after = { name: 'Ada', note: 'Hi', address: { city: 'Lyon', street: 'Rue 1' } }
    expect(changedValues(before, after)).toEqual({ note: 'Hi', address: { city: 'Lyon' } })
  })

  it('returns a cleared field as null', () => {
    expect(changedValues({ note: 'Hi' }, { note: null })).toEqual({ note: null })
  })

  it('returns a changed list whole', () => {
    expect(changedValues({ tags: ['a', 'b'] }, { tags: ['a', 'c'] })).toEqual({ tags: ['a', 'c'] })
  })

  it('tells a field that was not known before from an empty one', () => {
    expect(changedValues({}, { picture: null, name: undefined })).toEqual({ picture: null })
  })

  it('returns a whole group that was not known before', () => {
    expect(changedValues({ address: null }, { address: { city: 'Lyon' } })).toEqual({
      address: { city: 'Lyon' },
    })
  })
})

describe('fieldValues', () => {
  it('lists each field with its dotted path', () => {
    expect(fieldValues({ name: 'Ada', address: { city: null }, tags: ['a'] })).toEqual([
      ['name', 'Ada'],
      ['address.city', null],
      ['tags', ['a']],
    ])
  })
})
