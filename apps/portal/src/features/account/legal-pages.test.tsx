import { legal } from '@portal/contract/legal/legal'
import { describe, expect, it } from 'vitest'
import { browserNavigation } from '../../lib/guard/browser-navigation.ts'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { findDocument, legalVersions, loadDocuments, parseDocument } from './legal-documents.ts'

const newcomer = person({ needsTosUpdate: true, agreedTosVersionId: null })

describe('the legal documents', () => {
  it('consist of five per version, in order', async () => {
    expect(legalVersions).toEqual(['2024-09-25', '2023-03-30'])
    for (const version of legalVersions) {
      const slugs = (await loadDocuments(version)).map(({ slug }) => slug)
      expect(slugs).toEqual(['tos', 'privacy', 'cookie', 'trademark', 'open-source'])
    }
  })

  it('are found by their slug and by the slug of the previous portal', async () => {
    const documents = await loadDocuments('2024-09-25')
    for (const [at, slug] of ['tos', 'privacy', 'cookie', 'trademark', 'open-source'].entries()) {
      expect(findDocument(documents, slug)?.slug).toBe(slug)
      expect(findDocument(documents, `${at + 1}-${slug}`)?.slug).toBe(slug)
    }
    for (const unknown of ['7-tos', '1-privacy', '1-'])
      expect(findDocument(documents, unknown)).toBeUndefined()
  })

  it('name the support address, and no other', async () => {
    for (const version of legalVersions)
      for (const { text } of await loadDocuments(version)) {
        expect(new Set(text.match(/[\w.]+@[\w.]+\w/g))).toEqual(new Set(['support@systeminit.com']))
      }
  })

  it('are rejected without a title', () => {
    expect(() => parseDocument('Just text', 'a.md')).toThrow('a.md has no title or slug')
  })
})

describe('the legal page', () => {
  it.each(['cookie', '3-cookie'])('lists the documents and scrolls to "%s"', async (slug) => {
    const { screen } = await renderApp(`/legal/${slug}`, { user: null })
    const list = screen.getByRole('navigation', { name: 'Documents' })
    await expect
      .element(list.getByRole('link', { name: 'Terms of Service' }))
      .toHaveAttribute('href', '/legal/tos')
    await expect
      .element(list.getByRole('link', { name: 'Cookie Policy' }))
      .toHaveAttribute('aria-current', 'location')
    expect(window.scrollY).toBeGreaterThan(200)
    window.scrollTo(0, 0)
    await expect
      .element(list.getByRole('link', { name: 'Terms of Service' }))
      .toHaveAttribute('aria-current', 'location')
  })

  it('prints one document in the light theme with its own title', async () => {
    const { screen } = await renderApp('/print-legal/2023-03-30/privacy', { user: null })
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
    expect(screen.getByRole('main').element().getAttribute('data-theme')).toBe('light')
    expect(document.title).toBe('System Initiative Privacy Policy 2023-03-30')
    await expect.poll(() => browserNavigation.print).toHaveBeenCalledOnce()
  })

  it('shows the 404 page for an unknown document', async () => {
    const { screen } = await renderApp('/print-legal/1999-01-01/tos', { user: null })
    await expect.element(screen.getByRole('heading', { name: '404 not found :(' })).toBeVisible()
  })
})

describe('the review page', () => {
  it('requires the checkbox, sends the version in force, and continues to the requested page', async () => {
    localStorage.setItem('SI-LOGIN-REDIRECT', '/workspace/new')
    const { screen, api, address } = await renderApp('/review-legal', { user: newcomer })
    api.reply(legal.agree, { user: person() })
    await screen.getByRole('button', { name: 'Agree and continue' }).click()
    await expect.element(screen.getByText('Read the documents and check this box')).toBeVisible()
    expect(api.requests(legal.agree)).toEqual([])
    await screen.getByRole('checkbox', { name: /I have read and agree/ }).click({ force: true })
    await screen.getByRole('button', { name: 'Agree and continue' }).click()
    await expect.poll(address).toBe('/workspace/new')
    expect(api.requests(legal.agree)[0]?.body).toMatchObject({ tosVersionId: '2024-09-25' })
  })

  it('shows the changes since the accepted version side by side, marked by more than color', async () => {
    const { screen } = await renderApp('/review-legal', {
      user: person({ needsTosUpdate: true, agreedTosVersionId: '2023-03-30' }),
    })
    await expect.element(screen.getByText(/^Our terms have changed/)).toBeVisible()
    const terms = screen.getByRole('table', { name: 'Changes to Terms of Service' })
    await expect.element(terms.getByRole('columnheader', { name: 'March 30, 2023, accepted' })).toBeVisible()
    await expect.element(terms.getByRole('columnheader', { name: 'September 25, 2024, new' })).toBeVisible()
    const headings = terms.element().textContent?.match(/11\. API tokens and automation/g)
    expect(headings, 'a row that is a heading has no caption').toHaveLength(1)
    const row = terms.getByRole('row').filter({ hasText: 'before a change applies to you' })
    const [removed, added] = [row.element().querySelector('del'), row.element().querySelector('ins')]
    expect(removed?.textContent).toBe('[removed: 14]')
    expect(added?.textContent).toBe('[added: 30]')
    expect(removed && getComputedStyle(removed).textDecorationLine).toBe('line-through')
    expect(added && getComputedStyle(added).textDecorationLine).toBe('underline')
    await expect.element(screen.getByRole('button', { name: 'Agree and continue' })).toBeInViewport()
  })

  it('scrolls a focused link out from under the agreement form', async () => {
    const { screen } = await renderApp('/review-legal', { user: newcomer })
    const form = screen.getByRole('form', { name: 'Agreement' })
    await expect.element(form).toBeVisible()
    const link = screen.getByRole('link', { name: /^Print Privacy Policy/ }).element() as HTMLElement
    window.scrollBy({
      top: link.getBoundingClientRect().bottom - window.innerHeight + 10,
      behavior: 'instant',
    })
    const topOfForm = () => form.element().getBoundingClientRect().top
    expect(link.getBoundingClientRect().top).toBeGreaterThan(topOfForm())
    link.focus()
    await expect.poll(() => link.getBoundingClientRect().bottom).toBeLessThanOrEqual(topOfForm())
  })

  it('shows no comparison on the first acceptance', async () => {
    const { screen } = await renderApp('/review-legal', { user: newcomer })
    await expect.element(screen.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'What changed' }).query()).toBeNull()
  })

  it('says that the accepted version is no longer available for comparison', async () => {
    const { screen } = await renderApp('/review-legal', {
      user: person({ needsTosUpdate: true, agreedTosVersionId: '2020-01-01' }),
    })
    await expect
      .element(screen.getByText(/January 1, 2020, which is no longer available for comparison/))
      .toBeVisible()
  })

  it('shows why accepting failed', async () => {
    const { screen, api } = await renderApp('/review-legal', { user: newcomer })
    api.refuse(legal.agree, 'Conflict', { message: 'Another version is in force' })
    await screen.getByRole('checkbox', { name: /I have read and agree/ }).click({ force: true })
    await screen.getByRole('button', { name: 'Agree and continue' }).click()
    await expect.element(screen.getByText('Another version is in force')).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })
})
