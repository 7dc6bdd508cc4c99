// Renders /nytt-losenord in screen tests, together with the logins and portals.
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { makeOneTimeLink } from '../server/links.queries.ts'
import { CustomerLoginPage } from '../web/customer-login.page.tsx'
import { NewPasswordPage } from '../web/new-password.page.tsx'
import { RequireCustomer, RequireStaff } from '../web/require.tsx'
import { StaffLoginPage } from '../web/staff-login.page.tsx'
import { openApp } from './screen.tsx'

const routes = [
  { path: '/auth', Component: StaffLoginPage },
  { path: '/customer-login', Component: CustomerLoginPage },
  { path: '/nytt-losenord', Component: NewPasswordPage },
  { path: '/backoffice', element: <RequireStaff>{(me) => <p>Backoffice för {me.fullName}</p>}</RequireStaff> },
  {
    path: '/customer-portal',
    element: (
      <RequireCustomer>
        <p>Portalen</p>
      </RequireCustomer>
    ),
  },
]

type Options = { fetch?: typeof fetch }

export const open = (h: Harness, path: string, options: Options = {}) => openApp(h, { path, routes, ...options })

/** Opens the link of a mail. */
export function openLink(h: Harness, link: string, options: Options = {}) {
  const { pathname, hash } = new URL(link)
  window.history.replaceState(null, '', pathname + hash)
  return open(h, pathname, options)
}

export const linkFor = (h: Harness, { userId }: Person) =>
  h.database.as('auth', (db) => makeOneTimeLink(db, { appUrl: 'http://localhost', userId, purpose: 'invitation' }))

export const isUnused = async (h: Harness, { userId }: Person) =>
  (await h.test.superuser.query('select from auth.one_time_tokens where user_id = $1 and used_at is null', [userId]))
    .rowCount === 1

/** Types the password into the form and saves it. */
export async function choose(password: string) {
  const user = userEvent.setup()
  const field = await screen.findByLabelText('Nytt lösenord')
  await user.clear(field)
  await user.type(field, password)
  await user.click(screen.getByRole('button', { name: 'Spara lösenordet' }))
}
