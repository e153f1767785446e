import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Avatar, initialsOf } from './avatar.tsx'

describe('Avatar', () => {
  it('shows initials when there is no picture', async () => {
    const screen = await render(<Avatar name="Ada King Lovelace" />)
    await expect.element(screen.getByRole('img', { name: 'Ada King Lovelace' })).toHaveTextContent('AL')
  })

  it('shows initials when the picture fails to load', async () => {
    const screen = await render(<Avatar name="Ada Lovelace" src="data:image/png;base64,AAAA" />)
    await expect.element(screen.getByRole('img')).toHaveTextContent('AL')
    expect(screen.container.querySelector('img')).toBeNull()
  })
})

describe('initialsOf', () => {
  it.for([
    ['ada@example.com', 'AC'],
    ['ünal', 'Ü'],
    ['', '?'],
    ['!!!', '?'],
    ['山田 太郎', '山太'],
  ])('turns "%s" into %s', ([name = '', initials]) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
