/**
 * Complete flows with the keyboard only, including the ten main jobs (docs/product/interface.md#clicks). These tests never click,
 * hover or set the focus. Every element that the keyboard reaches must be in view with a visible focus indicator.
 */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { signInReady } from './account-fixtures.ts'
import { enterAsStaff } from './admin-fixtures.ts'
import { addresses, makeAccount, makeWorkspaceByCall, newAccount, toast } from './fixtures.ts'
import { acceptByCalls, enterByCalls, inviteByCall, signInByCalls } from './portal-calls.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const isFocused = (target: Locator) => target.evaluate((node) => node.matches(':focus'))

/**
 * Whether the element is in view and shows the focus: by its outline, by that of the card that it covers, by that of the frame or
 * label around it, or, in a menu, by its background.
 */
function isFocusSeen(node: Element): boolean {
  const isSeen = (color: string) => color !== 'transparent' && !/[,/] 0\)$/.test(color)
  const isDrawn = ({ outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) =>
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && isSeen(outlineColor)
  const hasOutline = (element: Element | null) =>
    element !== null && [undefined, '::after'].some((part) => isDrawn(getComputedStyle(element, part)))
  // The input of a checkbox or radio button is hidden. Its label shows the state.
  const label = node.closest('label')
  const frame = node.matches('input, textarea') ? [node.parentElement, label, ...(label?.children ?? [])] : []
  const isHighlighted =
    node.matches('[role="menuitem"], [role="option"]') && isSeen(getComputedStyle(node).backgroundColor)
  const { top, bottom } = (label ?? node).getBoundingClientRect()
  return bottom > 0 && top < innerHeight && (isHighlighted || [node, ...frame].some(hasOutline))
}

// Polls, because the color of the outline changes gradually.
const expectFocusSeen = (target: Locator) =>
  expect.poll(() => target.evaluate(isFocusSeen), `the focus on ${target} is visible`).toBe(true)

/** Fails if the focused element was removed and the page has lost the focus. */
async function expectFocusKept(page: Page) {
  const isLost = () => page.evaluate(() => document.activeElement === document.body)
  await expect.poll(isLost, 'the focus is lost').toBe(false)
}

/** Presses the focused confirm button again until it accepts the press. It ignores presses within 300 ms of the first. */
async function confirmAgain(page: Page) {
  const again = page.getByRole('button', { name: 'You sure? Click again to confirm' })
  await expect(async () => {
    if (await again.isVisible()) await page.keyboard.press('Enter')
    await expect(again).toBeHidden({ timeout: 200 })
  }).toPass()
}

/** Presses a key until the element has the focus, up to a reasonable number of times. */
async function go(page: Page, key: string, target: Locator, most = 60) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses += 1) {
    if (await isFocused(target)) return expectFocusSeen(target)
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
  await expectFocusSeen(target)
}

const tabTo = (page: Page, target: Locator) => go(page, 'Tab', target)

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Signs in a user with a complete profile and opens the page of a new workspace. */
async function openWorkspace(page: Page): Promise<string> {
  await enterByCalls(page, await makeAccount())
  const id = await makeWorkspaceByCall(page, { name: 'Production', type: 'Local Dev Instance' })
  await page.goto(`/workspace/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Production' })).toBeVisible()
  return id
}

test('keyboard user can sign in, accept the terms, save the profile, create a workspace and sign out', async ({
  page,
}) => {
  const account = await makeAccount()
  // Blocks the automatic redirect once, so that the link stays on the page.
  await page.route(/\/auth\/login/, (route) => route.fulfill({ status: 204 }), { times: 1 })
  await page.goto('/login')
  await press(page, page.getByRole('link', { name: 'Click here to log in' }))
  await type(page, page.getByLabel('Email'), account.email)
  await type(page, page.getByLabel('Password'), account.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Review Legal' })).toBeVisible()
  await press(page, page.getByRole('checkbox', { name: /I have read and agree/ }), 'Space')
  await press(page, page.getByRole('button', { name: 'Agree and continue' }))

  await expect(page.getByRole('heading', { name: 'Welcome To System Initiative' })).toBeFocused()
  await type(page, page.getByLabel('Nickname'), 'ada')
  await press(page, page.getByRole('button', { name: 'Save' }))

  await press(page, page.getByRole('link', { name: 'Create New Workspace' }))
  await type(page, page.getByLabel('Display Name'), 'Far away')
  await tabTo(page, page.getByRole('radio', { name: 'Managed By System Initiative' }))
  await go(page, 'ArrowDown', page.getByRole('radio', { name: 'Remote URL' }))
  await type(page, page.getByRole('textbox', { name: 'URL' }), 'https://infra.example.com')
  await press(page, page.getByRole('button', { name: 'Create Workspace' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Far away' })).toBeFocused()

  await press(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.goto('/profile')
  await type(page, page.getByLabel('Github Username'), 'ada')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Updated your profile!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'One Workspace' })).toBeVisible()

  await press(page, page.getByRole('button', { name: /^Hi / }))
  await go(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Log out' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You have successfully logged out' })).toBeVisible()
})

test('keyboard user can invite, accept, change a role, offer the ownership and remove a member', {
  tag: '@long',
}, async ({ page, browser }) => {
  const id = await openWorkspace(page)
  const account = await makeAccount()
  await press(page, page.getByRole('link', { name: 'Members' }))
  await type(page, page.getByLabel('User Email to Grant Workspace Access'), account.email)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`we have notified ${account.email}`)).toBeVisible()

  const grace = await (await browser.newContext()).newPage()
  await enterByCalls(grace, account, 'grace')
  await grace.goto('/workspaces')
  await press(grace, grace.getByRole('button', { name: 'Accept the invitation to Production' }))
  await expect(grace.getByRole('link', { name: 'Production' })).toBeVisible()
  await grace.context().close()

  await page.goto(`/workspace/${id}/members`)
  const members = page.getByRole('grid', { name: 'Members' })
  const row = members.getByRole('row').filter({ hasText: account.email })
  const role = row.getByRole('button', { name: /Role of/ })
  await tabTo(page, members.getByRole('row').nth(1))
  await go(page, 'ArrowDown', row)
  await go(page, 'ArrowRight', role)
  await page.keyboard.press('Enter')
  await go(page, 'ArrowUp', page.getByRole('option', { name: 'Approver' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${account.email} now has the role Approver`)).toBeVisible()

  // The keys that move through the table don't change a selection.
  await go(page, 'ArrowRight', row.getByRole('button', { name: `More actions for ${account.email}` }))
  await expect(role).toHaveText(/Approver/)
  await page.keyboard.press('Enter')
  await go(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Offer ownership' }))
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Offer ownership' }))
  await expect(page.getByText('You offered ownership to Ada Lovelace')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Withdraw offer' }))
  await expect(page.getByText('Ownership offer withdrawn')).toBeVisible()

  await page.goto(`/workspace/${id}/members`)
  await tabTo(page, members.getByRole('row').nth(1))
  await go(page, 'ArrowDown', row)
  await go(page, 'ArrowRight', row.getByRole('button', { name: `Remove ${account.email}` }))
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Remove User' }))
  await expect(row).toBeHidden()
  await expectFocusKept(page)
})

test('keyboard user can generate, copy and revoke a token, and cannot close its dialog by accident', {
  tag: '@long',
}, async ({ page }) => {
  await openWorkspace(page)
  await press(page, page.getByRole('link', { name: 'API tokens' }))
  await type(page, page.getByLabel('Token Name'), 'Keys')
  await type(page, page.getByLabel('Expiration', { exact: true }), '30d')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Token Generated' })
  await expect(dialog).toBeVisible()
  // The dialog appears shortly before it has the focus. A key press before that would go elsewhere.
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Keep it open' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await press(page, dialog.getByRole('button', { name: 'Copy token' }))
  await expect(page.getByText('Token copied!')).toBeVisible()
  await press(page, dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toBeHidden()
  await expectFocusKept(page)

  const active = page.getByRole('grid', { name: 'Active Tokens' })
  const row = active.getByRole('row', { name: /Keys/ })
  const revoke = row.getByRole('button', { name: 'Revoke' })
  await tabTo(page, row)
  await go(page, 'ArrowRight', revoke)
  await page.keyboard.press('Enter')
  await confirmAgain(page)
  const inactive = page.getByRole('grid', { name: 'Inactive Tokens' })
  await expect(inactive.getByRole('row', { name: /Keys/ })).toBeVisible()
  await expectFocusKept(page)
})

test('keyboard user can open pages and workspaces from the command palette', async ({ page }) => {
  await openWorkspace(page)
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await press(page, page.getByRole('button', { name: /^Search (Ctrl|⌘)/ }))
  await expect(palette).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expectFocusKept(page)
  await page.keyboard.press('Control+k')
  await expect(palette).toBeVisible()
  await page.keyboard.type('billing')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/billing$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('production')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.origin === addresses.localInstance)
})

test('keyboard user can open, mark, delete and restore a workspace', { tag: '@long' }, async ({ page }) => {
  await openWorkspace(page)
  await press(page, page.getByRole('link', { name: 'Workspaces', exact: true }).first())
  await press(page, page.getByRole('link', { name: 'Production' }))
  await expect(page).toHaveURL((url) => url.origin === addresses.localInstance)
  await page.goto('/workspaces')
  await press(page, page.getByRole('button', { name: 'Set Favourite' }))
  await expect(page.getByRole('button', { name: 'Remove Favourite' })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Settings of Production' }))
  await go(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Settings' }))
  await page.keyboard.press('Enter')

  await press(page, page.getByRole('link', { name: 'Danger zone' }))
  await press(page, page.getByRole('button', { name: 'Delete Workspace' }))
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete Workspace' })).toBeFocused()
  await page.keyboard.press('Enter')
  await type(page, dialog.getByRole('textbox'), 'Production')
  await press(page, dialog.getByRole('button', { name: 'Delete Workspace' }))
  await expect(page.getByRole('heading', { name: 'Create A Workspace' })).toBeVisible()

  await press(page, page.getByRole('button', { name: /^Recently deleted/ }))
  await press(page, page.getByRole('button', { name: 'Restore Production' }))
  await expect(page.getByRole('button', { name: 'Restore Production' })).toBeHidden()
  await expectFocusKept(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'One Workspace' })).toBeVisible()
  await expectFocusKept(page)
})

test('keyboard user can change the theme, end a session and pay', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const account = await signInReady(page)
  const other = await (await browser.newContext()).newPage()
  await signInByCalls(other, account)
  await other.context().close()

  await page.goto('/profile/security')
  await tabTo(page, page.getByRole('button', { name: 'Use the dark theme' }))
  await expect(page.getByRole('tooltip')).toHaveText('Use the dark theme')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectFocusKept(page)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await press(page, sessions.getByRole('button', { name: /^Sign out / }))
  await confirmAgain(page)
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expectFocusKept(page)

  await press(page, page.getByRole('link', { name: 'Billing' }))
  await press(page, page.getByRole('button', { name: 'Add / Update Payment Details' }))
  await expect(page).toHaveURL(new RegExp(`^${addresses.billing}/checkout/`))
})

test('keyboard user can find a user as staff', { tag: '@long' }, async ({ page }) => {
  const { email } = await enterAsStaff(page)
  await page.goto('/workspace-admin')
  await type(page, page.getByPlaceholder('Search people, workspaces and tokens...'), email)
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('link', { name: new RegExp(email) }).first())
  await expect(page).toHaveURL(/\/workspace-admin\/people\//)
  await expectFocusKept(page)
})

test('keyboard user can leave a workspace and delete the account', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const owner = await (await browser.newContext()).newPage()
  const id = await openWorkspace(owner)
  const account = await makeAccount()
  await inviteByCall(owner, id, account.email)
  await inviteByCall(owner, id, newAccount().email)
  await owner.context().close()
  await enterByCalls(page, account)
  await acceptByCalls(page)

  await page.goto(`/workspace/${id}`)
  await press(page, page.getByRole('link', { name: 'Members' }))
  await press(page, page.getByRole('button', { name: 'Leave workspace' }))
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }))
  await expect(page.getByText('You left Production')).toBeVisible()

  await page.goto('/profile')
  await press(page, page.getByRole('link', { name: 'My data' }))
  await press(page, page.getByRole('button', { name: 'Delete my account' }))
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.type(account.email)
  await press(page, dialog.getByRole('button', { name: 'Delete my account' }))
  await expect(page.getByRole('heading', { name: 'You have successfully logged out' })).toBeVisible()
})
