/** A React page that loads the user and the workspaces in parallel and lists the names. */
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const apiUrl = new URLSearchParams(location.search).get('api')

async function load(path: string) {
  const response = await fetch(`${apiUrl}${path}`, { credentials: 'include' })
  return response.json()
}

const [{ user }, workspaces] = await Promise.all([load('/whoami'), load('/workspaces')])
const items = workspaces
  .slice(0, 50)
  .map(({ id, displayName }: { id: string; displayName: string }) =>
    createElement('li', { key: id }, createElement('a', { href: `/workspace/${id}` }, displayName)),
  )
const root = document.getElementById('root')
if (root)
  createRoot(root).render([
    createElement('h1', { key: 'h1' }, user.email),
    createElement('ul', { key: 'ul' }, items),
  ])
