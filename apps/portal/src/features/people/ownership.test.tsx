import { members } from '@portal/contract/members/members'
import { ownership } from '@portal/contract/ownership/ownership'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import { describe, expect, it } from 'vitest'
import { loggedFailures } from '../../testing/logged-failures.ts'
import { person, workspace } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ada, grace, invited, linus, notOwned, ownershipOffer } from '../../testing/team.ts'

const shown = workspace()
const address = `/workspace/${shown.id}`
const membersAddress = `${address}/members`

describe('the owner of a workspace', () => {
  const open = (offers = [ownershipOffer()]) =>
    renderApp(membersAddress, {
      prepare: (api) => {
        api.reply(workspaces.read, shown)
        api.reply(members.list, [ada, grace, linus, invited('kim@example.com')])
        api.reply(ownership.mine, offers)
      },
    })

  it('can offer ownership to a member and sees what that means', async () => {
    const { screen, api } = await open([])
    api.reply(ownership.offer, ownershipOffer())
    await screen.getByRole('button', { name: `More actions for ${grace.email}` }).click()
    await screen.getByRole('menuitem', { name: 'Offer ownership' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Offer ownership to Grace Hopper?' })
    await expect.element(dialog.getByText(/Nothing changes until they accept/)).toBeVisible()
    await expect.element(dialog.getByText(/You become an Approver/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Offer ownership' }).click()
    await expect.element(screen.getByText('You offered ownership to Grace Hopper')).toBeVisible()
    expect(api.requests(ownership.offer)[0]?.body).toMatchObject({ userId: grace.userId })
  })

  it('cannot offer ownership to an invitee or to themselves', async () => {
    const { screen } = await open([])
    await screen.getByRole('button', { name: 'More actions for kim@example.com' }).click()
    await expect.element(screen.getByRole('menuitem', { name: 'Resend invitation' })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Offer ownership' }).query()).toBeNull()
    expect(screen.getByRole('button', { name: `More actions for ${ada.email}` }).query()).toBeNull()
  })

  it('can withdraw a pending offer', async () => {
    const { screen, api } = await open()
    api.reply(ownership.withdraw, undefined)
    await screen.getByRole('button', { name: 'Withdraw offer' }).click()
    await expect.element(screen.getByText('Ownership offer withdrawn')).toBeVisible()
    expect(screen.getByText('You offered ownership to Grace Hopper').query()).toBeNull()
  })

  it('sees why an offer was not withdrawn, even if it was answered meanwhile', async () => {
    const { screen, api } = await open()
    const button = screen.getByRole('button', { name: 'Withdraw offer' })
    // The offer must be there before the next request no longer returns it.
    await expect.element(button).toBeVisible()
    api.refuse(ownership.withdraw, 'NotFound', { message: 'There is no such offer.' })
    api.reply(ownership.mine, [])
    await button.click()
    const failure = screen.getByRole('alert')
    await expect.element(failure).toMatchTextContent(/The ownership offer was not withdrawn/)
    await expect.element(failure).toMatchTextContent(/There is no such offer\./)
    await expect.element(screen.getByRole('button', { name: 'Withdraw offer' })).not.toBeInTheDocument()
    await expect.element(failure).toBeVisible()
    expect(loggedFailures()).toHaveLength(1)
  })

  it('sees that a new offer replaces the pending one', async () => {
    const { screen } = await open()
    await screen.getByRole('button', { name: `More actions for ${linus.email}` }).click()
    await screen.getByRole('menuitem', { name: 'Offer ownership' }).click()
    await expect.element(screen.getByText('This replaces your pending offer.')).toBeVisible()
  })
})

describe('the recipient of an ownership offer', () => {
  const toMe = ownershipOffer({
    fromUserId: notOwned.creatorUserId,
    from: notOwned.creatorUser,
    toUserId: person().id,
  })
  const open = (path: string) =>
    renderApp(path, {
      prepare: (api) => {
        api.reply(workspaces.read, workspace({ role: 'APPROVER', ...notOwned }))
        api.reply(workspaces.list, [workspace({ role: 'APPROVER', ...notOwned })])
        api.reply(ownership.mine, [toMe])
      },
    })

  it.each(['/workspaces', address])('sees the offer and what it means on %s', async (path) => {
    const { screen } = await open(path)
    const offers = screen.getByRole('region', { name: 'Offers of ownership' })
    await expect.element(offers.getByText('Olive Owens offers you the ownership of Production')).toBeVisible()
    await expect
      .element(offers.getByText(/only you can edit or delete the workspace.*becomes an Approver/))
      .toBeVisible()
  })

  it('sees which service accounts and trust rules will act in their name', async () => {
    const bot = { id: 'S1', name: 'deploy-bot', trustRules: [{ id: 'R1', name: 'main' }] }
    const backup = { id: 'S2', name: 'backup', trustRules: [] }
    const { screen } = await renderApp('/workspaces', {
      prepare: (api) =>
        api.reply(ownership.mine, [
          ownershipOffer({ toUserId: person().id, fromUserId: grace.userId, serviceAccounts: [backup, bot] }),
        ]),
    })
    await expect
      .element(
        screen.getByText(
          /These service accounts will act in your name: backup, deploy-bot \(trust rules: main\)\./,
        ),
      )
      .toBeVisible()
  })

  it.each([
    [1, /1 webhook stops until you confirm it\./],
    [2, /2 webhooks stop until you confirm them\./],
  ])('sees that %i webhooks stop until they confirm them', async (webhookCount, text) => {
    const { screen } = await renderApp('/workspaces', {
      prepare: (api) => api.reply(ownership.mine, [{ ...toMe, webhookCount }]),
    })
    await expect.element(screen.getByText(text)).toBeVisible()
  })

  it('can accept it and becomes the owner', async () => {
    const { screen, api } = await open(address)
    api.reply(ownership.accept, undefined)
    const accept = screen.getByRole('button', { name: 'Accept the ownership of Production' })
    await expect.element(accept).toBeVisible()
    api.reply(ownership.mine, [])
    api.reply(workspaces.read, shown)
    await accept.click()
    await expect.element(screen.getByText('You are now the owner of Production')).toBeVisible()
    await expect.element(accept).not.toBeInTheDocument()
    await expect.element(screen.getByRole('link', { name: 'Activity' })).toBeVisible()
    expect(api.requests(ownership.accept)[0]?.params).toEqual({ workspaceId: shown.id })
  })

  it('can decline it', async () => {
    const { screen, api } = await open('/workspaces')
    api.reply(ownership.decline, undefined)
    const decline = screen.getByRole('button', { name: 'Decline the ownership of Production' })
    await expect.element(decline).toBeVisible()
    api.reply(ownership.mine, [])
    await decline.click()
    await expect.element(screen.getByText('You declined ownership of Production')).toBeVisible()
    await expect.element(decline).not.toBeInTheDocument()
  })
})
