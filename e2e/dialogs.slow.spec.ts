// When a dialog closes, the focus returns to the control that opened it, or to the nearest remaining one; by keyboard
// only.
import { globSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { admin } from '../tools/support/product.ts'
import { type DialogCase, dialogCases, type Filled, portalDialogs } from './fixtures/dialogs.ts'
import { fillEveryDialog } from './fixtures/every-dialog.ts'
import { signedIn } from './fixtures/people.ts'
import { expect, test } from './fixtures/product.ts'

test.use({ settings: { ORG_NAME: 'Dialogerna AB' }, actionTimeout: 15_000 })

let scene: Awaited<ReturnType<typeof fillEveryDialog>>
test.beforeAll(async ({ productWith, settings }) => {
  scene = await fillEveryDialog({ ...(await productWith(settings)), admin })
})

const dialogOf = (page: Page, title: DialogCase['title']) =>
  page
    .getByRole('dialog', { name: title })
    .or(page.getByRole('alertdialog', { name: title }))
    .last()

async function check(page: Page, one: DialogCase) {
  const { file, path, prepare, opener, inMenu, title, cancel = 'Avbryt', write, save } = one
  await page.goto(path)
  await prepare?.(page)
  const dialog = dialogOf(page, title)
  const open = async () => {
    // While the screen loads, a button may say why it cannot be pressed yet.
    await expect(opener(page)).not.toHaveAttribute('aria-disabled', 'true')
    await opener(page).focus()
    await page.keyboard.press('Enter')
    if (inMenu) await page.getByRole('button', { name: inMenu }).press('Enter')
    // It handles keys only once it has the focus, after its first frame.
    await expect(dialog.and(page.locator(':focus, :has(:focus)'))).toBeVisible()
  }
  const isBack = async (what = opener) => {
    await expect(dialog).toHaveCount(0)
    await expect(what(page)).toBeFocused()
  }
  await open()
  await page.keyboard.press('Escape')
  await isBack()
  await open()
  await dialog.getByRole('button', { name: cancel, exact: true }).last().press('Enter')
  await isBack()
  const halfFill = write ?? save?.fill
  if (halfFill && !unrestored.includes(file)) {
    await comeFrom(page, pageBefore(path), path)
    await prepare?.(page)
    await open()
    await halfFill(dialog, page)
    await leaveAndReturn(page, dialog, path)
  }
  if (!save) return
  await open()
  await save.fill?.(dialog, page)
  await dialog.getByRole('button', { name: save.button, exact: true }).press('Enter')
  if (save.confirm) await page.getByRole('alertdialog').getByRole('button', { name: save.confirm }).press('Enter')
  await isBack(save.after)
}

/** A dialog for a password is not restored, not even opened again. */
const unrestored = ['features/auth/web/set-password.dialog.tsx']

/** Another page of the same portal. */
function pageBefore(path: string) {
  if (!path.startsWith('/backoffice')) return '/customer-portal/account'
  return path === '/backoffice/konto' ? '/backoffice/users' : '/backoffice/konto'
}

/** Shows a page with another page of the product before it in the tab's history. */
async function comeFrom(page: Page, before: string, path: string) {
  await page.goto(before)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: crypto.randomUUID(), usr: null }, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

const valuesOf = (dialog: Locator) =>
  dialog.evaluate((element) =>
    [...element.querySelectorAll<HTMLInputElement>('input:not([type=password]), textarea, select')].map((field) =>
      field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.value,
    ),
  )

/** Back asks before a half-filled dialog is left, and Forward restores its input, which is then discarded. */
async function leaveAndReturn(page: Page, dialog: Locator, path: string) {
  const typed = await valuesOf(dialog)
  await page.evaluate(() => history.back())
  const question = page.getByRole('alertdialog', { name: 'Lämna utan att spara?' })
  await question.getByRole('button', { name: 'Lämna' }).press('Enter')
  await expect(page).not.toHaveURL((url) => url.pathname + url.search === path)
  await expect(question).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await page.evaluate(() => history.forward())
  await expect(async () => expect(await valuesOf(dialog)).toEqual(typed)).toPass({ timeout: 60_000 })
  await expect(dialog.and(page.locator(':focus, :has(:focus)'))).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Stäng ändå' }).press('Enter')
  await expect(dialog).toHaveCount(0)
}

const none: Filled = {
  customerId: '',
  ticketId: '',
  enquiryId: '',
  reportId: '',
  basisId: '',
  otherId: '',
  mailId: '',
  answerId: '',
  draftId: '',
}

// Runs before the stories in which staff approve a basis.
test('every dialog of the portal returns the focus', async ({ page, context, product, complaints }) => {
  complaints.expect(/net::ERR_FAILED/)
  await (await signedIn(product, scene.customerLogin)).enter(context)
  for (const dialog of portalDialogs(scene.filled))
    await test.step(`${dialog.file}: ${String(dialog.title)}`, () => check(page, dialog))
})

const areas = Object.groupBy(
  dialogCases(none).map(({ file }, index) => ({ file, index })),
  ({ file }) => file.split('/')[0] ?? '',
)
for (const [area, cases = []] of Object.entries(areas))
  test(`every dialog of ${area} returns the focus`, async ({ page, context, complaints }) => {
    // After a removal the next event refetches a removed row (404); a question about time is a refusal (409).
    complaints.expect(/404|409/)
    await scene.admin.enter(context)
    for (const { file, index } of cases) {
      const dialog = dialogCases(scene.filled)[index]
      if (dialog) await test.step(`${file}: ${String(dialog.title)}`, () => check(page, dialog))
    }
  })

test('the menu on a phone, and a calendar, return the focus', async ({ page, context }) => {
  await scene.admin.enter(context)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/backoffice/time')
  await page.getByRole('button', { name: 'Ny tidrad' }).click()
  const calendar = page.getByRole('button', { name: 'Datum: öppna kalendern' })
  await calendar.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Datum' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Datum' })).toHaveCount(0)
  await expect(calendar).toBeFocused()
  const more = page.getByRole('button', { name: /^Mer/ })
  await more.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Meny' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Meny' })).toHaveCount(0)
  await expect(more).toBeFocused()
})

test('the list of dialogs is complete', () => {
  const isDialog = /#shared\/ui\/[a-z-]*dialog(\.lazy)?\.tsx?'/
  const rendering = globSync('src/**/*.tsx').filter(
    (file) =>
      !file.startsWith('src/shared/ui/') && !file.includes('.test.') && isDialog.test(readFileSync(file, 'utf8')),
  )
  const listed = [...dialogCases(none), ...portalDialogs(none)].map(({ file }) => `src/${file}`)
  const unlisted = rendering.filter((file) => !listed.includes(file))
  expect(unlisted.toSorted()).toEqual([
    // Need a second factor: second-factor.spec.ts and passkeys.spec.ts.
    'src/features/auth/web/own-recovery-codes.tsx',
    'src/features/auth/web/passkeys.tsx',
    'src/features/auth/web/proof.dialog.tsx',
    'src/features/auth/web/recovery-codes.dialog.tsx',
    'src/features/auth/web/rename-passkey.dialog.tsx',
    'src/features/auth/web/two-step.tsx',
    // Needs two users who change the same enquiry concurrently.
    'src/features/inbox/web/conflict.dialog.tsx',
    // Needs a mail server that accepts the sign-in.
    'src/features/inbox/web/mail-server-settings.tsx',
    // A key opens it, from wherever the focus is.
    'src/screens/back-office/web/shortcuts.dialog.tsx',
  ])
})
