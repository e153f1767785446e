import { describe, expect, it } from 'vitest'
import { changedValues, fieldValues } from './changed-values.ts'

describe('changedValues', () => {
  it('returns an empty result when no field has changed', () => {
    const values = { name: 'Ada', tags: ['a', 'b'], address: { city: null } }
    expect(changedValues(values, structuredClone(values))).toEqual({})
  })

  it('returns only the changed fields and keeps their nesting', () => {
    const before = { name: 'Ada', note: null, address: { city: 'Paris', street: 'Rue 1' } }
    const after = { name: 'Ada', note: 'Hi', address: { city: 'Lyon', street: 'Rue 1' } }
    expect(changedValues(before, after)).toEqual({ note: 'Hi', address: { city: 'Lyon' } })
  })

  it('returns a cleared field as null', () => {
    expect(changedValues({ note: 'Hi' }, { note: null })).toEqual({ note: null })
  })

  it('returns a changed list in full', () => {
    expect(changedValues({ tags: ['a', 'b'] }, { tags: ['a', 'c'] })).toEqual({ tags: ['a', 'c'] })
  })

  it('treats a previously unknown field as different from an empty one', () => {
    expect(changedValues({}, { picture: null, name: undefined })).toEqual({ picture: null })
  })

  it('returns every field of a group that was previously unknown', () => {
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
